import Foundation

/// What came of each fault, for a person to read: the file that `FAULT_TABLE` names, if it names one.
final class FaultTable: @unchecked Sendable {
    private struct Line {
        var (struck, requests, good, refused, lost) = (0, 0, 0, 0, 0)
        var (slowest, recovery) = (0.0, 0.0)
        var kilobytes: Int?
        var reasons: [String: Int] = [:]
    }

    private let lock = NSLock()
    private var order: [String] = []
    private var lines: [String: Line] = [:]

    /// A fault that struck so often during a journal, after which the server's memory was so much more than before,
    /// where that was looked at.
    func add(_ fault: String, times: Int, _ journal: Journal, kilobytes: Int? = nil) {
        lock.withLock {
            var line = lines[fault] ?? Line()
            if lines[fault] == nil { order.append(fault) }
            line.struck += times
            line.recovery = max(line.recovery, journal.recovery)
            if let kilobytes { line.kilobytes = max(line.kilobytes ?? kilobytes, kilobytes) }
            for entry in journal.entries {
                line.requests += 1
                line.slowest = max(line.slowest, entry.seconds)
                switch entry.fate {
                case .answered(200, _): line.good += 1
                case .answered(let status, let reason):
                    line.reasons["\(status) \(reason ?? "")", default: 0] += 1
                case .refused: line.refused += 1
                case .lost: line.lost += 1
                }
            }
            lines[fault] = line
        }
    }

    func write() {
        guard let file = ProcessInfo.processInfo.environment["FAULT_TABLE"] else { return }
        try? text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    private var text: String {
        let head = ["struck", "requests", "200", "lost", "refused", "slowest", "served in", "memory"]
        var text =
            "fault".padded(to: 58, left: true) + head.map { $0.padded(to: 10) }.joined() + "  other answers\n"
        for fault in order {
            let line = lines[fault]!
            let figures =
                [line.struck, line.requests, line.good, line.lost, line.refused].map(String.init)
                + [line.slowest, line.recovery].map { String(format: "%.2f s", $0) }
                + [line.kilobytes.map { String(format: "%+.1f MB", Double($0) / 1024) } ?? ""]
            let others = line.reasons.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }
            text += fault.padded(to: 58, left: true) + figures.map { $0.padded(to: 10) }.joined()
            text += (others.isEmpty ? "" : "  " + others.joined(separator: ", ")) + "\n"
        }
        return text
    }
}

extension String {
    fileprivate func padded(to width: Int, left: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - count))
        return left ? self + space : space + self
    }
}
