import Cryptography
import Foundation
import IssuerAPI
import Provisioning

extension TrustExplanation {
    /// For a program: one object, its members in the order of the alphabet.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(Document(self)), as: UTF8.self)
    }

    private struct Document: Encodable {
        let at: String
        let accepted: Bool
        let refusal: Answer?
        let rules: [Rule]
        let not_asked: [Unasked]

        init(_ explanation: TrustExplanation) {
            at = explanation.time.iso8601
            accepted = explanation.refusal == nil
            refusal = explanation.refusal.map { Answer($0.rule, $0.problem) }
            rules = explanation.findings.map { Rule($0, expected: explanation.expected(by: $0)) }
            not_asked = explanation.unasked.map { Unasked(rules: $0.rules, why: $0.why) }
        }
    }

    private struct Answer: Encodable {
        let rule: String
        let status: Int
        let error: String
        let reason: String

        init(_ rule: String, _ problem: Problem) {
            self.rule = rule
            status = problem.code.status
            error = problem.code.rawValue
            reason = "\(problem.reason.text)"
        }
    }

    private struct Rule: Encodable {
        let rule: String
        let verdict: String
        let expected: String
        let found: String
        let reason: String?

        init(_ finding: TrustFinding, expected: String) {
            rule = "\(finding.rule)"
            verdict = finding.verdict.rawValue
            self.expected = expected
            found = "\(finding.found)"
            reason = finding.refusal?.rawValue
        }
    }

    private struct Unasked: Encodable {
        let rules: String
        let why: String
    }
}
