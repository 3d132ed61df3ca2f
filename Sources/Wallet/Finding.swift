/// One line of a report: who looked, at what, and what came of it.
package struct Finding: Codable, Hashable, Sendable {
    /// Whose check it is.
    package enum Party: String, CaseIterable, Codable, Sendable {
        case phone, server, apple, network
    }

    package enum Verdict: String, CaseIterable, Codable, Sendable {
        case passed, failed
        /// Not looked at, and why.
        case skipped
    }

    package let party: Party
    package let check: String
    package let verdict: Verdict
    /// What was found. Never more of a card number than its last four digits, no nonce, no token.
    package let reason: String

    package static func passed(_ party: Party, _ check: String, _ reason: String = "") -> Finding {
        Finding(party: party, check: check, verdict: .passed, reason: reason)
    }

    package static func failed(_ party: Party, _ check: String, _ reason: String) -> Finding {
        Finding(party: party, check: check, verdict: .failed, reason: reason)
    }

    package static func skipped(_ party: Party, _ check: String, _ reason: String) -> Finding {
        Finding(party: party, check: check, verdict: .skipped, reason: reason)
    }

    /// Passed with `reason` where `condition` holds, failed with `otherwise` where not.
    package static func check(
        _ party: Party, _ check: String, _ condition: Bool, _ reason: String = "", otherwise: String
    ) -> Finding {
        condition ? .passed(party, check, reason) : .failed(party, check, otherwise)
    }
}
