import Cryptography
import Foundation
import IssuerAPI
import Provisioning

/// What every rule says of a chain, and what the server would answer.
struct TrustExplanation {
    let time: UnixTime
    /// As they were given, those that can be parsed.
    let certificates: [Certificate?]
    let anchors: [Certificate]
    let findings: [TrustFinding]
    let asksRevocation: Bool
    /// The common names that the settings allow, by the rule that asks for one.
    private let names: [String: [String]]

    init(_ chain: [[UInt8]], _ policy: TrustPolicy, at time: UnixTime) {
        self.time = time
        certificates = chain.map { try? Certificate(der: $0) }
        anchors = policy.anchors
        findings = UnverifiedChain(certificates: chain).explained(against: policy, at: time)
        asksRevocation = policy.revocation != nil
        names = ["C04": policy.intermediateNames, "C11": policy.leafNames]
    }

    /// What a rule expects, with the names that are configured where it expects one of those.
    func expected(by finding: TrustFinding) -> String {
        guard let names = names["\(finding.rule)"] else { return "\(finding.expectation)" }
        let quoted = names.map { "\"\(String(printable: $0.utf8))\"" }
        return "\(finding.expectation) (\(quoted.joined(separator: " or ")))"
    }

    /// The server asks in the same order and stops at the first rule that refuses.
    var refusal: (rule: String, problem: Problem)? {
        findings.first { $0.refusal != nil }.map { finding in
            ("\(finding.rule)", Problem(finding.refusal!, retryAfter: nil))
        }
    }

    /// Why no rule, or not each, could be asked.
    var unasked: [(rules: String, why: String)] {
        if findings.count == 1 {
            return [("C02 to C13", "without two certificates there is no chain to look at")]
        }
        return asksRevocation ? [] : [("C13", "no folder of revocation lists is set (PASSWRIGHT_CRL_FOLDER)")]
    }
}

extension UnixTime {
    /// `2023-01-15T12:00:00Z`
    var iso8601: String { Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601) }
}

extension Certificate {
    /// The first common name, for a person to know it by.
    var name: String { commonNames.first.map { String(printable: $0) } ?? "(no common name)" }
}
