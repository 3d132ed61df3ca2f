import Wallet

/// A bearer token that is right but for one thing, and what must come of it.
struct TokenCase: Sendable {
    typealias Forge = @Sendable (TokenForge) throws -> String

    let id: String
    let rule: Rule
    let title: String
    let outcome: Outcome
    /// Which deployments it can be asked of.
    let needs: Need
    let forge: Forge

    enum Outcome: Sendable {
        case accepted
        /// The token is accepted, and the cardholder whom it names has no such card.
        case stranger
        case refused
    }

    enum Need: Sendable {
        case anyKey
        /// Tokens that are signed with ES256.
        case es256
        /// A known number of keys, and this one alone, or more.
        case oneKey, severalKeys
    }

    static let all = accepted + algorithm + keyID + header + claims + times + parties + signature + form

    static func accepted(
        _ number: Int, _ rule: Rule, _ title: String, outcome: Outcome = .accepted, needs: Need = .anyKey,
        _ forge: @escaping Forge
    ) -> TokenCase {
        TokenCase(
            id: "PROV-P-\(number)", rule: rule, title: title, outcome: outcome, needs: needs, forge: forge)
    }

    static func refused(
        _ number: Int, _ rule: Rule, _ title: String, needs: Need = .anyKey, _ forge: @escaping Forge
    ) -> TokenCase {
        TokenCase(
            id: "PROV-F-\(number)", rule: rule, title: title, outcome: .refused, needs: needs, forge: forge)
    }
}
