import Foundation

/// A run in a table for a person, or in JSON.
struct LoadReport {
    let outcome: LoadOutcome
    let connections: Int
    /// Nanoseconds that each named process spent during the run.
    let processorTime: [(name: String, nanoseconds: UInt64)]

    private static let shares = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("max", 1)]

    private var seconds: Double { outcome.elapsed / .seconds(1) }
    private var perSecond: Double { Double(outcome.count(of: 200)) / seconds }

    private var milliseconds: [(String, Double)] {
        LoadReport.shares.map { ($0, Double(outcome.latency(within: $1) ?? 0) / 1e6) }
    }

    private var processorMicroseconds: [(String, Double)] {
        processorTime.map { ($0.name, Double($0.nanoseconds) / 1e3 / Double(max(outcome.total, 1))) }
    }

    func text() -> String {
        var lines = [
            "\(outcome.total) requests over \(connections) connections in \(decimal(seconds)) s, "
                + "\(decimal(perSecond)) answers with 200 a second"
        ]
        for (status, count) in outcome.statuses.sorted(by: { $0.key < $1.key }) where status != 200 {
            lines.append("\(status == 0 ? "no answer" : "status \(status)"): \(count)")
        }
        lines += milliseconds.map { "\(pad($0)) \(decimal($1)) ms" }
        lines += processorMicroseconds.map { "\(pad($0)) \(decimal($1)) us of processor time a request" }
        return lines.joined(separator: "\n")
    }

    func json() -> String {
        func object(_ values: [(String, Double)]) -> [String: Double] {
            Dictionary(values.map { ($0, ($1 * 1000).rounded() / 1000) }, uniquingKeysWith: { $1 })
        }
        let members: [String: Any] = [
            "requests": outcome.total, "connections": connections,
            "seconds": (seconds * 1000).rounded() / 1000, "answers_a_second": (perSecond * 10).rounded() / 10,
            "statuses": Dictionary(uniqueKeysWithValues: outcome.statuses.map { ("\($0)", $1) }),
            "latency_ms": object(milliseconds), "processor_us_a_request": object(processorMicroseconds),
        ]
        // Texts and finite numbers: nothing that JSON cannot write.
        let data = try! JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
        return String(decoding: data, as: UTF8.self)
    }

    private func pad(_ name: String) -> String {
        name + String(repeating: " ", count: max(0, 10 - name.count))
    }

    private func decimal(_ number: Double) -> String { String(format: "%.2f", number) }
}
