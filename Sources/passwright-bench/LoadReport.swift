import Foundation

/// A run in a table for a person, or in JSON.
struct LoadReport {
    let outcome: LoadOutcome
    /// Requests a second that were offered; nil where it was as fast as the answers came.
    var rate: Int?
    let connections: Int
    var spending: [Spending] = []
    var health: LoadOutcome?
    var flood: LoadOutcome?
    /// What was wrong with the answers that were opened.
    var defects: [String] = []

    /// What a named process used.
    struct Spending {
        let name: String
        /// Of processor time, during the run.
        let nanoseconds: UInt64
        /// Bytes, at its end.
        let resident: UInt64
    }

    /// Whether every request was answered with 200, and every answer that was opened was right.
    var isGood: Bool { outcome.count(of: 200) == outcome.total && defects.isEmpty }

    private var processorMicroseconds: [(String, Double)] {
        spending.map { ($0.name, Double($0.nanoseconds) / 1e3 / Double(max(outcome.total, 1))) }
    }

    func text() -> String {
        let offered = rate.map { " at \($0) a second" } ?? ""
        var lines = [
            "\(outcome.total) requests over \(connections) connections\(offered) in \(decimal(outcome.seconds)) s, "
                + "\(decimal(outcome.perSecond)) answers with 200 a second"
        ]
        lines += statuses(outcome)
        lines += outcome.percentiles.map { "\(pad($0.name)) \(decimal($0.milliseconds)) ms" }
        lines += processorMicroseconds.map { "\(pad($0)) \(decimal($1)) us of processor time a request" }
        lines += spending.map { "memory of \($0.name): \(decimal(Double($0.resident) / 1e6)) MB resident" }
        if let health {
            let times = health.percentiles.map { "\($0.name) \(decimal($0.milliseconds))" }
            lines.append("/healthz: \(health.total) times, \(times.joined(separator: ", ")) ms")
            lines += statuses(health).map { "/healthz: \($0)" }
        }
        if let flood { lines += ["flood: \(flood.total) requests"] + statuses(flood).map { "flood: \($0)" } }
        if !outcome.samples.isEmpty {
            lines.append("opened: \(outcome.samples.count) answers, \(defects.count) of them wrong")
            lines += Set(defects).sorted().prefix(5).map { "wrong: \($0)" }
        }
        return lines.joined(separator: "\n")
    }

    private func statuses(_ outcome: LoadOutcome) -> [String] {
        outcome.statuses.sorted { $0.key < $1.key }.filter { $0.key != 200 }.map { status, count in
            "\(status == 0 ? "no answer" : "status \(status)"): \(count)"
        }
    }

    func json() -> String {
        var members: [String: Any] = [
            "requests": outcome.total, "connections": connections,
            "seconds": rounded(outcome.seconds), "answers_a_second": rounded(outcome.perSecond),
            "statuses": statusCounts(outcome), "latency_ms": milliseconds(outcome),
            "processor_us_a_request": object(processorMicroseconds),
            "resident_mb": object(spending.map { ($0.name, Double($0.resident) / 1e6) }),
            "opened": outcome.samples.count, "wrong": defects.count,
        ]
        members["rate"] = rate
        members["healthz_ms"] = health.map(milliseconds)
        members["healthz_statuses"] = health.map(statusCounts)
        members["flood_statuses"] = flood.map(statusCounts)
        // Texts and finite numbers: nothing that JSON cannot write.
        let data = try! JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
        return String(decoding: data, as: UTF8.self)
    }

    private func statusCounts(_ outcome: LoadOutcome) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: outcome.statuses.map { ("\($0)", $1) })
    }

    private func milliseconds(_ outcome: LoadOutcome) -> [String: Double] {
        object(outcome.percentiles.map { ($0.name, $0.milliseconds) })
    }

    private func object(_ values: [(String, Double)]) -> [String: Double] {
        Dictionary(values.map { ($0, rounded($1)) }, uniquingKeysWith: { $1 })
    }

    private func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

    private func pad(_ name: String) -> String {
        name + String(repeating: " ", count: max(0, 10 - name.count))
    }

    private func decimal(_ number: Double) -> String { String(format: "%.2f", number) }
}
