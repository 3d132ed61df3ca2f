/// One thing that a report tells, in the order in which it happened.
package enum Step: Sendable {
    /// Something goes from one party to another.
    case leg(from: Finding.Party, to: Finding.Party, String)
    /// Somebody looked at something.
    case finding(Finding)
}

extension Finding.Party {
    package var title: String {
        switch self {
        case .phone: "Phone"
        case .server: "Server"
        case .apple: "Apple"
        case .network: "Network"
        }
    }
}

extension TextStyle {
    package func drawn(_ step: Step) -> [String] {
        switch step {
        case .leg(let from, let to, let words):
            let line = String(repeating: "─", count: isWide ? 8 : 4)
            // The phone is always on the left: what comes back to it has its arrow turned.
            let back = to == .phone
            let (left, right) = back ? (to, from) : (from, to)
            let arrow = back ? "◀" + line : line + "▶"
            let text = "  \(paint(left.title, .bold)) \(paint(arrow, .cyan)) \(paint(right.title, .bold))"
            let length = 2 + left.title.count + 1 + arrow.count + 1 + right.title.count
            return [""] + beside(text, length, words, .dim)
        case .finding(let finding): return drawn(finding)
        }
    }

    func drawn(_ finding: Finding) -> [String] {
        let mark =
            switch finding.verdict {
            case .passed: paint("✓", .green)
            case .failed: paint("✗", .boldRed)
            case .skipped: paint("–", .yellow)
            }
        return beside(
            "    \(mark) \(finding.check)", 6 + finding.check.count, finding.reason,
            finding.verdict == .failed ? .red : .dim)
    }

    /// What to change, one entry a deviation.
    func drawn(_ deviations: [Deviation]) -> [String] {
        deviations.enumerated().flatMap { index, deviation in
            ["", "  " + paint("\(index + 1)", .boldRed) + "  " + paint(deviation.kind.id, .bold)]
                + paragraph(deviation.fault, indent: 5)
                + item("→", deviation.remedy, indent: 5, .green)
        }
    }
}
