import Wallet

/// A chain that is right but for one thing, and what must come of it.
struct ChainCase: Sendable {
    typealias Forge = @Sendable (ChainForge) throws -> ForgedChain

    let id: String
    let rule: Rule
    let title: String
    /// Why it must be refused; nil where it must be accepted.
    let reason: String?
    /// The rules that such a chain breaks, each looked at by itself: where one thing is wrong, another that depends on
    /// it is wrong too.
    let broken: [Rule]
    let forge: Forge

    /// A chain that must be accepted. `title` completes "is accepted:".
    static func accepted(
        _ number: Int, _ rule: Rule, _ title: String, _ forge: @escaping Forge
    ) -> ChainCase {
        ChainCase(
            id: "PROV-P-\(number)", rule: rule, title: title, reason: nil, broken: [], forge: forge)
    }

    /// A chain that must be refused for `reason`. It breaks `rule`, or just `broken` where those are named.
    static func refused(
        _ number: Int, _ rule: Rule, _ reason: Reason, _ title: String, breaking broken: [Rule]? = nil,
        _ forge: @escaping Forge
    ) -> ChainCase {
        ChainCase(
            id: "PROV-F-\(number)", rule: rule, title: title, reason: reason.rawValue,
            broken: broken ?? [rule], forge: forge)
    }

    /// The contract's words for what can be wrong with a chain.
    enum Reason: String {
        case malformed = "certificate_malformed"
        case count = "certificate_count"
        case untrusted = "certificate_untrusted"
        case key = "certificate_key"
        case wrongKind = "certificate_wrong_kind"
        case expired = "certificate_expired"
        case notYetValid = "certificate_not_yet_valid"
    }

    static let all = form + path + leaf + dates
}
