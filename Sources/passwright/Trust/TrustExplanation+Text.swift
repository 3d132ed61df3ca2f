import Cryptography
import IssuerAPI
import Provisioning

extension TrustExplanation {
    /// For a person.
    func text(_ ink: Ink) -> String {
        var text = "At \(time.iso8601)\n\n"
        for (place, certificate) in certificates.enumerated() {
            text += line("\(place + 1)", certificate)
        }
        for anchor in anchors { text += line("root", anchor) }
        text += "\n"
        for finding in findings { text += lines(finding, ink) }
        for (rules, why) in unasked { text += "\(rules)  \(ink.faint("not asked: \(why)"))\n" }
        return text + "\n" + verdict(ink)
    }

    private func line(_ place: String, _ certificate: Certificate?) -> String {
        let what = certificate.map { "\($0.name), \($0.notBefore.iso8601) to \($0.notAfter.iso8601)" }
        return "\(place.padded(to: 4))  \(what ?? "not a certificate")\n"
    }

    private func lines(_ finding: TrustFinding, _ ink: Ink) -> String {
        let verdict =
            switch finding.verdict {
            case .passed: ink.green("passed ")
            case .refused, .failed: ink.red("refused")
            case .notVerified: ink.yellow("unsure ")
            }
        var text = "\(finding.rule)  \(verdict)  expected  \(expected(by: finding))\n"
        // That all is as expected needs no line.
        if "\(finding.found)" != "as expected" { text += "              found     \(finding.found)\n" }
        return text
    }

    private func verdict(_ ink: Ink) -> String {
        guard let (rule, problem) = refusal else {
            return "\(ink.green("accepted")): the server would go on to the nonce signature.\n"
        }
        let answer = "\(problem.code.status) \(problem.code.rawValue), reason \(problem.reason.text)"
        return "\(ink.red("refused")) by \(rule): the server would answer \(answer).\n\(problem.message)\n"
    }
}
