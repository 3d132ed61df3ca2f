/// A saved answer, explained: the request that led to it, the answer field by field, and what to change.
package struct Explanation: Sendable {
    package let findings: [Finding]
    package let deviations: [Deviation]
    package let opens: Bool
    package let ruledOut: [Deviation.Kind]
    /// The answer of a server that refused.
    package let problem: IssuerProblem?
    /// Where the answer is no 200; nil where it is one, or where only a body is known.
    package let status: Int?

    /// `request` is the request's body where it is known; `status` too.
    package init(
        answer: [UInt8], request: [UInt8]?, status: Int? = nil, _ given: Diagnosis.Circumstances
    ) {
        var known = given
        let reading = request.map { RequestReading($0, leafKey: given.leafKey) }
        known.request = reading?.request
        let before = reading?.findings ?? []
        if let status, status != 200 {
            problem = IssuerProblem(
                IssuerAnswer(status: status, headers: [:], body: answer, milliseconds: 0))
            let words = problem.map { $0.error + ($0.reason.map { " (\($0))" } ?? "") }
            findings =
                before + [
                    .failed(
                        .server, "answer", "\(status) \(words ?? "without an error in the contract's form")")
                ]
            self.status = status
            (deviations, opens, ruledOut) = ([], false, [])
            return
        }
        let diagnosis = Diagnosis(of: answer, known)
        findings = before + diagnosis.findings(known)
        (problem, self.status) = (nil, nil)
        (deviations, opens, ruledOut) = (diagnosis.deviations, diagnosis.opens, diagnosis.ruledOut)
    }

    /// Whether nothing is wrong with what could be looked at.
    package var isGood: Bool { !findings.contains { $0.verdict == .failed } }

    private struct Wire: Encodable {
        let good: Bool
        let opens: Bool
        let checks: [Finding]
        let deviations: [WireDeviation]
        let ruledOut: [String]
        let problem: IssuerProblem?
    }

    /// One JSON object for machines.
    package func json() -> String {
        MachineText.of(
            Wire(
                good: isGood, opens: opens, checks: findings, deviations: deviations.map(WireDeviation.init),
                ruledOut: ruledOut.map(\.id), problem: problem))
    }

    /// For a person.
    package func text(_ style: TextStyle) -> String {
        var lines: [String] = []
        var last: Finding.Party?
        for finding in findings {
            if finding.party != last { lines += ["", "  " + style.paint(title(finding.party), .bold)] }
            last = finding.party
            lines += style.drawn(finding)
        }
        return (lines.dropFirst() + verdict(style)).joined(separator: "\n")
    }

    private func title(_ party: Finding.Party) -> String {
        switch party {
        case .phone: "What was sent"
        case .server: "What came back"
        case .apple: "What Apple finds in it"
        case .network: "What the network says"
        }
    }

    private func verdict(_ style: TextStyle) -> [String] {
        if let advice = status.flatMap({ Advice.about(problem, status: $0) }) {
            return ["", "  " + style.paint("What to do", .bold)] + style.item("→", advice, indent: 2, .green)
        }
        guard !deviations.isEmpty else {
            let words =
                isGood ? "Nothing is wrong with this answer." : "The answer is good; the request is not."
            return [""] + style.paragraph(words, indent: 2, isGood ? .boldGreen : .boldRed)
        }
        let count = deviations.count == 1 ? "One thing is wrong." : "\(deviations.count) things are wrong."
        let shown =
            opens
            ? "\(count) A phone would show: Could Not Add Card."
            : "\(count) A phone would show: Could Not Add Card, and the pass does not open in any known way."
        var lines = [""] + style.paragraph(shown, indent: 2, .boldRed)
        lines += ["", "  " + style.paint("What to change", .bold)] + style.drawn(deviations)
        if !ruledOut.isEmpty {
            lines += ["", "  " + style.paint("Ruled out, alone and with one another", .bold)]
            lines += style.paragraph(ruledOut.map(\.id).joined(separator: ", "), indent: 2, .dim)
        }
        return lines
    }
}
