internal import Cryptography

/// A chain under examination: what the rules look at, each costly thing computed once and only when asked for.
final class Examination {
    let leaf: Certificate
    let intermediate: Certificate
    let policy: TrustPolicy
    let time: UnixTime
    /// The intermediate, where it is known that it leads to a pinned root.
    private let authority: VerifiedAuthority?

    init(
        leaf: Certificate, intermediate: Certificate, policy: TrustPolicy, time: UnixTime,
        authority: VerifiedAuthority? = nil
    ) {
        self.leaf = leaf
        self.intermediate = intermediate
        self.policy = policy
        self.time = time
        self.authority = authority
    }

    /// The one verdict that makes a chain trusted: OpenSSL's strict validation through both certificates to a
    /// pinned root, or to the intermediate that was led there before. Only the long way refuses.
    private(set) lazy var path: Result<Certificate, ChainError> = Result { () throws(ChainError) in
        if let authority, policy.verification.accepts(leaf: leaf, under: authority, at: time) {
            return authority.anchor
        }
        return try policy.verification.verify(leaf: leaf, intermediates: [intermediate], at: time)
    }

    /// The root at the end of the verified path. Where there is none, the pinned root that is meant to be there:
    /// one whose key signed the intermediate, else one that the intermediate names. That one proves nothing.
    private(set) lazy var root: Certificate? = {
        if case .success(let anchor) = path { return anchor }
        let named = policy.anchors.filter { intermediate.isIssuedInName(of: $0) }
        // The signature only tells several apart: on P-384 it costs more than all the rest of a refusal.
        guard named.count > 1 else { return named.first }
        return named.first { intermediate.isSigned(by: $0) } ?? named.first
    }()

    /// Whether the signatures hold; of a verified path they do.
    private(set) lazy var isIntermediateSigned: Bool = {
        if case .success = path { return true }
        return root.map { intermediate.isSigned(by: $0) } ?? false
    }()
    private(set) lazy var isLeafSigned: Bool = {
        if case .success = path { return true }
        return leaf.isIssuedInName(of: intermediate) && leaf.isSigned(by: intermediate)
    }()

    /// The leaf's key, if it is one to which a card may be encrypted.
    private(set) lazy var leafKey: P256.PublicKey? = {
        guard case .ellipticCurve(.prime256v1, let point) = leaf.key else { return nil }
        return try? P256.PublicKey(point: point)
    }()

    /// OpenSSL's objection to the leaf, if that was the first that it had.
    var objectionToLeaf: ChainObjection? {
        guard case .failure(.refused(let objection, code: _, depth: 0)) = path else { return nil }
        return objection
    }

    /// OpenSSL's objection to what stands above the leaf, if that was the first that it had.
    var objectionAboveLeaf: ChainObjection? {
        guard case .failure(.refused(let objection, code: _, depth: 1...)) = path else { return nil }
        return objection
    }
}
