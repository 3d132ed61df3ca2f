internal import COpenSSL

/// An intermediate that was part of a verified path, and the anchor at its end: a leaf under it need not be led to
/// the anchor again. It costs one verification on P-256 then, and the one on P-384, the longer part, is spared.
package struct VerifiedAuthority: Sendable {
    package let certificate: Certificate
    package let anchor: Certificate
    fileprivate let store: AnchorStore
}

extension ChainVerification {
    /// The authority out of a path that `verify` accepted. Null where the anchor would have a say in the names of
    /// leaves: then each leaf goes the whole way.
    package func authority(_ intermediate: Certificate, under anchor: Certificate) -> VerifiedAuthority? {
        guard !anchor.has(.nameConstraints), let store = try? AnchorStore([intermediate]) else { return nil }
        return VerifiedAuthority(certificate: intermediate, anchor: anchor, store: store)
    }

    /// Whether `leaf` was issued by `authority`, which this verification made, and all three are valid at `time`.
    /// What `verify` asks of a leaf is asked here too. A no has no reason: `verify` gives one.
    package func accepts(
        leaf: Certificate, under authority: VerifiedAuthority, at time: UnixTime
    ) -> Bool {
        guard isSupported(leaf), let parsed = try? ParsedChain([leaf]),
            (try? lastOfPath(parsed, in: authority.store, flags: UInt(X509_V_FLAG_PARTIAL_CHAIN)))
                == authority.certificate.sha256
        else { return false }
        return [leaf, authority.certificate, authority.anchor].allSatisfy { $0.isValid(at: time) }
    }
}
