/// How a server took an awkward phone.
package struct ChaosReport: Sendable {
    package let server: String
    package let seed: UInt64
    package let findings: [Finding]

    /// What could not be played is not good either.
    package var isGood: Bool { findings.allSatisfy { $0.verdict == .passed } }

    private struct Wire: Encodable {
        let good: Bool
        let server: String
        let seed: UInt64
        let checks: [Finding]
    }

    /// One JSON object for machines.
    package func json() -> String {
        MachineText.of(Wire(good: isGood, server: server, seed: seed, checks: findings))
    }

    /// What stands below the verdicts.
    package func ending(_ style: TextStyle) -> [String] {
        let failed = findings.count { $0.verdict == .failed }
        let skipped = findings.count { $0.verdict == .skipped }
        var words = failed == 0 ? "" : "\(failed) of \(findings.count) go wrong. "
        if skipped > 0 { words += "\(skipped) of \(findings.count) could not be played." }
        if isGood { words = "The server takes an awkward phone in good part." }
        return [""] + style.paragraph(words, indent: 2, isGood ? .boldGreen : .boldRed)
            + style.paragraph("again with --chaos --seed \(seed)", indent: 2, .dim)
    }
}
