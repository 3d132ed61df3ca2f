import Wallet

/// A nonce and its signature, one thing about them changed, and what must come of it.
struct NonceCase: Sendable {
    struct Pair: Sendable {
        let nonce: [UInt8]
        let signature: [UInt8]
    }
    /// Makes the pair, for a phone with this key.
    typealias Forge = @Sendable (SimulatedKey) throws -> Pair

    let id: String
    let rule: Rule
    let title: String
    /// Why it must be refused; nil where it must be accepted.
    let reason: String?
    /// Whether the card does not exist, so that 404 says that the nonce and its signature were good.
    var forUnknownCard = false
    let forge: Forge

    static func accepted(
        _ number: Int, _ rule: Rule, _ title: String, forUnknownCard: Bool = false, _ forge: @escaping Forge
    ) -> NonceCase {
        NonceCase(
            id: "PROV-P-\(number)", rule: rule, title: title, reason: nil, forUnknownCard: forUnknownCard,
            forge: forge)
    }

    static func refused(
        _ number: Int, _ rule: Rule, _ title: String, reason: String = "nonce_signature_invalid",
        _ forge: @escaping Forge
    ) -> NonceCase {
        NonceCase(id: "PROV-F-\(number)", rule: rule, title: title, reason: reason, forge: forge)
    }
}
