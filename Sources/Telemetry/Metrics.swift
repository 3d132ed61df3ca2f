/// One family of metrics: what Prometheus is told of it.
package struct MetricFamily: Sendable {
    package enum Kind: String, Sendable { case counter, gauge, histogram }

    package let name: StaticString
    package let help: StaticString
    package let kind: Kind

    package init(_ kind: Kind, _ name: StaticString, _ help: StaticString) {
        self.kind = kind
        self.name = name
        self.help = help
    }
}

/// Counters, gauges and histograms in Prometheus's text format. Labels are fields, so that the set of series is
/// closed: no runtime string becomes one.
package final class Metrics: Sendable {
    /// Upper bounds in seconds.
    private static let bounds: [Double] = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
    ]

    private struct Histogram {
        var buckets = [Int](repeating: 0, count: Metrics.bounds.count)
        var sum = 0.0
        var count = 0
    }

    private struct State {
        var values: [String: [String: Double]] = [:]
        var histograms: [String: [String: Histogram]] = [:]
    }

    private let families: [MetricFamily]
    private let state = Locked(State())

    /// The families in the order in which they are shown.
    package init(_ families: [MetricFamily]) { self.families = families }

    /// Adds to a counter.
    package func count(_ family: MetricFamily, _ labels: [Field] = [], by amount: Int = 1) {
        let key = Self.key(labels)
        state.with { $0.values[family.text, default: [:]][key, default: 0] += Double(amount) }
    }

    /// Sets a gauge.
    package func set(_ family: MetricFamily, _ labels: [Field] = [], to value: Double) {
        let key = Self.key(labels)
        state.with { $0.values[family.text, default: [:]][key] = value }
    }

    /// Adds one observation to a histogram.
    package func observe(_ family: MetricFamily, _ labels: [Field] = [], seconds: Double) {
        let key = Self.key(labels)
        state.with { state in
            var histogram = state.histograms[family.text]?[key] ?? Histogram()
            if let bucket = Self.bounds.firstIndex(where: { seconds <= $0 }) {
                histogram.buckets[bucket] += 1
            }
            histogram.sum += seconds
            histogram.count += 1
            state.histograms[family.text, default: [:]][key] = histogram
        }
    }

    /// The text format, version 0.0.4.
    package func text() -> String {
        let state = state.with { $0 }
        var text = ""
        for family in families {
            text += "# HELP \(family.name) \(family.help)\n# TYPE \(family.name) \(family.kind.rawValue)\n"
            for (key, value) in (state.values[family.text] ?? [:]).sorted(by: { $0.key < $1.key }) {
                text += "\(family.name)\(key.isEmpty ? "" : "{\(key)}") \(Self.number(value))\n"
            }
            for (key, histogram) in (state.histograms[family.text] ?? [:]).sorted(by: { $0.key < $1.key }) {
                text += Self.lines(family, key, histogram)
            }
        }
        return text
    }

    private static func lines(_ family: MetricFamily, _ key: String, _ histogram: Histogram) -> String {
        let prefix = key.isEmpty ? "" : key + ","
        let labels = key.isEmpty ? "" : "{\(key)}"
        var text = ""
        var total = 0
        for (bound, count) in zip(bounds, histogram.buckets) {
            total += count
            text += "\(family.name)_bucket{\(prefix)le=\"\(number(bound))\"} \(total)\n"
        }
        text += "\(family.name)_bucket{\(prefix)le=\"+Inf\"} \(histogram.count)\n"
        text += "\(family.name)_sum\(labels) \(histogram.sum)\n"
        text += "\(family.name)_count\(labels) \(histogram.count)\n"
        return text
    }

    private static func key(_ labels: [Field]) -> String {
        labels.map { "\($0.name)=\"\($0.plain)\"" }.joined(separator: ",")
    }

    /// Whole numbers without a fraction.
    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }
}

extension MetricFamily {
    fileprivate var text: String { "\(name)" }
}
