package import Cryptography

/// By whom a nonce's signature has to be. Which key makes it at Apple is not public, so it is a setting.
package enum NonceSignaturePolicy: Sendable {
    /// By the leaf's key, as the simulated wallet does. Apple's own leaf cannot sign.
    case leaf
    /// By one of these, which Apple or the network gave to the issuer.
    case keys([P256.PublicKey])
    /// By nobody here: forwarded inside the encrypted payload, for Apple to verify.
    case forward

    /// How the attempt's record names it.
    package var name: NoncePolicyName {
        switch self {
        case .leaf: .leaf
        case .keys: .keys
        case .forward: .forward
        }
    }

    /// Says whether the server may start on this policy with these anchors, and throws the reason if not.
    package func accept(_ trust: TrustPolicy) throws(ConfigurationError) {
        try accept(appleRoot: trust.anchors.contains { TrustPolicy.isApple($0) })
    }

    /// The same, told only whether a root of Apple's own is among the anchors.
    func accept(appleRoot: Bool) throws(ConfigurationError) {
        switch self {
        case .leaf:
            guard !appleRoot else { throw .leafCannotSign }
        case .keys(let keys):
            guard !keys.isEmpty else { throw .nonceKeysMissing }
        case .forward:
            break
        }
    }

    /// Judges the signature over `nonce` (1-32 bytes) by ECDSA with SHA-256, and writes the line
    /// `nonce_signature`. Whatever the policy, the lengths must be right.
    package func verify(
        _ signature: [UInt8], of nonce: [UInt8], by leaf: VerifiedLeaf, recording checks: inout Checks
    ) throws(Refusal) {
        let start = checks.start()
        guard (1...32).contains(nonce.count), (1...256).contains(signature.count) else {
            checks.record("nonce_signature", .refused, since: start, "length")
            throw .nonceSignatureInvalid
        }
        let good: Bool
        switch self {
        case .leaf:
            good = leaf.key.verifies(Self.spelling(of: signature), of: nonce)
        case .keys(let keys):
            let spelling = Self.appleSpelling(of: signature) ?? Self.spelling(of: signature)
            good = keys.contains { $0.verifies(spelling, of: nonce) }
        case .forward:
            checks.record("nonce_signature", .notVerified, since: start, "forwarded, not verified")
            return
        }
        guard good else {
            checks.record("nonce_signature", .refused, since: start, "does not verify")
            throw .nonceSignatureInvalid
        }
        checks.record("nonce_signature", .passed, since: start)
    }

    /// Exactly 64 bytes are `r || s`, anything else has to be strict DER.
    private static func spelling(of signature: [UInt8]) -> ECDSASignature {
        signature.count == 64 ? .raw(signature) : .der(signature)
    }

    /// Apple's own layout, 81 bytes: 40, `r || s`, and 16 bytes whose meaning is not public. DER begins with 30, so
    /// that no signature is both.
    private static func appleSpelling(of signature: [UInt8]) -> ECDSASignature? {
        guard signature.count == 81, signature[0] == 0x40 else { return nil }
        return .raw(Array(signature[1...64]))
    }
}

extension TrustPolicy {
    /// Whether an anchor is a root of Apple's own, under which a leaf cannot sign a nonce.
    package static func isApple(_ anchor: Certificate) -> Bool { ProductionAnchors.contains(anchor) }
}
