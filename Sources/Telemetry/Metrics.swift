/// One family of metrics: what Prometheus is told of it.
package struct MetricFamily: Sendable {
    package enum Kind: Sendable {
        case counter, gauge
        /// With its buckets' upper bounds in seconds, ascending.
        case histogram([Double])

        var word: String {
            switch self {
            case .counter: "counter"
            case .gauge: "gauge"
            case .histogram: "histogram"
            }
        }
    }

    package let name: StaticString
    package let help: StaticString
    package let kind: Kind

    package init(_ kind: Kind, _ name: StaticString, _ help: StaticString) {
        self.kind = kind
        self.name = name
        self.help = help
    }
}

/// One series of a counter: named once, so that counting makes no text.
package struct CounterSeries: Sendable {
    fileprivate let family: String
    fileprivate let labels: String
}

/// One series of a histogram: named once, so that an observation is a few additions and makes no text.
package struct HistogramSeries: Sendable {
    fileprivate let place: Int
}

/// Counters, gauges and histograms in Prometheus's text format. Labels are fields, so that the set of series is
/// closed: no runtime string becomes one.
package final class Metrics: Sendable {
    fileprivate struct Histogram {
        let family: String
        let labels: String
        let bounds: [Double]
        var buckets: [Int]
        var sum = 0.0
        var count = 0
    }

    private struct State {
        var values: [String: [String: Double]] = [:]
        var histograms: [Histogram] = []
    }

    private let families: [MetricFamily]
    private let state = Locked(State())

    /// The families in the order in which they are shown.
    package init(_ families: [MetricFamily]) { self.families = families }

    /// Adds to a counter.
    package func count(_ family: MetricFamily, _ labels: [Field] = [], by amount: Int = 1) {
        count(counter(family, labels), by: amount)
    }

    /// A series of a counter, which is shown once it was counted.
    package func counter(_ family: MetricFamily, _ labels: [Field] = []) -> CounterSeries {
        CounterSeries(family: family.text, labels: Self.key(labels))
    }

    /// Adds to a counter.
    package func count(_ series: CounterSeries, by amount: Int = 1) {
        state.with { $0.values[series.family, default: [:]][series.labels, default: 0] += Double(amount) }
    }

    /// Sets a gauge.
    package func set(_ family: MetricFamily, _ labels: [Field] = [], to value: Double) {
        let key = Self.key(labels)
        state.with { $0.values[family.text, default: [:]][key] = value }
    }

    /// Sets a gauge of several series, and lets go those that it had and that are not among them.
    package func replace(_ family: MetricFamily, with series: [(labels: [Field], value: Double)]) {
        let values = Dictionary(series.map { (Self.key($0.labels), $0.value) }, uniquingKeysWith: { $1 })
        state.with { $0.values[family.text] = values }
    }

    /// A series of a histogram, shown from here on. Each has labels of its own.
    package func histogram(_ family: MetricFamily, _ labels: [Field] = []) -> HistogramSeries {
        guard case .histogram(let bounds) = family.kind else { preconditionFailure("not a histogram") }
        let histogram = Histogram(
            family: family.text, labels: Self.key(labels), bounds: bounds,
            buckets: [Int](repeating: 0, count: bounds.count))
        return state.with { state in
            state.histograms.append(histogram)
            return HistogramSeries(place: state.histograms.count - 1)
        }
    }

    /// Adds one observation to each of some histograms, which a scrape sees together.
    package func observe(_ observations: [(series: HistogramSeries, seconds: Double)]) {
        state.with { state in
            for (series, seconds) in observations { state.histograms[series.place].add(seconds) }
        }
    }

    /// The text format, version 0.0.4.
    package func text() -> String {
        let state = state.with { $0 }
        var text = ""
        for family in families {
            text += "# HELP \(family.name) \(family.help)\n# TYPE \(family.name) \(family.kind.word)\n"
            for (key, value) in (state.values[family.text] ?? [:]).sorted(by: { $0.key < $1.key }) {
                text += "\(family.name)\(key.isEmpty ? "" : "{\(key)}") \(Self.number(value))\n"
            }
            for histogram in state.histograms where histogram.family == family.text {
                text += Self.lines(histogram)
            }
        }
        return text
    }

    private static func lines(_ histogram: Histogram) -> String {
        let (name, labels) = (histogram.family, histogram.labels)
        let prefix = labels.isEmpty ? "" : labels + ","
        let all = labels.isEmpty ? "" : "{\(labels)}"
        var text = ""
        var total = 0
        for (bound, count) in zip(histogram.bounds, histogram.buckets) {
            total += count
            text += "\(name)_bucket{\(prefix)le=\"\(number(bound))\"} \(total)\n"
        }
        text += "\(name)_bucket{\(prefix)le=\"+Inf\"} \(histogram.count)\n"
        text += "\(name)_sum\(all) \(histogram.sum)\n"
        text += "\(name)_count\(all) \(histogram.count)\n"
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

extension Metrics.Histogram {
    fileprivate mutating func add(_ seconds: Double) {
        if let bucket = bounds.firstIndex(where: { seconds <= $0 }) { buckets[bucket] += 1 }
        sum += seconds
        count += 1
    }
}

extension MetricFamily {
    fileprivate var text: String { "\(name)" }
}
