internal import Cryptography

// From the leaf to a pinned root. OpenSSL's verdict alone accepts; where it refuses, these rules say why, and
// each of them refuses by itself too.
extension TrustRule {
    /// C03
    static let anchor = TrustRule(
        name: "C03", expectation: "a pinned root, by its SHA-256, above the intermediate"
    ) { chain in
        if case .failure(.unreadable) = chain.path {
            return .refused(.certificateMalformed, "a certificate that OpenSSL cannot read")
        }
        guard chain.root != nil else {
            return .refused(.certificateUntrusted, "an intermediate whose issuer is no pinned root")
        }
        return .passed("as expected")
    }

    /// C04
    static let intermediate = TrustRule(
        name: "C04",
        expectation: """
            an intermediate that the root signed: CA TRUE and keyCertSign, both critical, the marker \
            1.2.840.113635.100.6.2.15, a configured common name, the root's key identifier
            """
    ) { chain in
        let intermediate = chain.intermediate
        func refused(_ found: StaticString) -> Finding { .refused(.certificateUntrusted, found) }

        guard let constraints = intermediate.basicConstraints, constraints.isAuthority,
            constraints.isCritical
        else { return refused("an intermediate without critical basicConstraints CA TRUE") }
        guard let usage = intermediate.keyUsage, usage.isCritical, usage.bits.contains(.keyCertSign) else {
            return refused("an intermediate without critical keyUsage keyCertSign")
        }
        guard intermediate.has(.developerRelations) else {
            return refused("an intermediate without the marker")
        }
        guard chain.policy.allowsIntermediate(intermediate.commonNames) else {
            return refused("an intermediate with another common name")
        }
        guard intermediate.subjectKeyIdentifier != nil, let authority = intermediate.authorityKeyIdentifier,
            authority == chain.root?.subjectKeyIdentifier
        else { return refused("key identifiers that do not match the root's") }
        guard chain.isIntermediateSigned else {
            return refused("an intermediate that the root did not sign with ECDSA and SHA-256 or SHA-384")
        }
        switch chain.objectionAboveLeaf {
        case .authority, .other: return refused("an intermediate that OpenSSL refuses")
        // C09 speaks for the first.
        case .criticalExtension, nil: return .passed("as expected")
        }
    }

    /// C05
    static let leafSignatureAndKey = TrustRule(
        name: "C05",
        expectation: """
            a leaf that the intermediate signed with ECDSA-SHA256 or -SHA384; its key a point on prime256v1, \
            the curve named, the point uncompressed
            """
    ) { chain in
        switch chain.leaf.key {
        case .other: return .refused(.certificateKey, "a key that is not on an elliptic curve")
        case .explicitParameters: return .refused(.certificateKey, "a curve that is not named")
        case .ellipticCurve(.secp384r1, _), .ellipticCurve(.other, _):
            return .refused(.certificateKey, "a key on another curve")
        case .ellipticCurve(.prime256v1, _):
            guard chain.leafKey != nil else {
                return .refused(.certificateKey, "no uncompressed point on the curve")
            }
        }
        guard let authority = chain.leaf.authorityKeyIdentifier,
            authority == chain.intermediate.subjectKeyIdentifier
        else {
            return .refused(.certificateUntrusted, "key identifiers that do not match the intermediate's")
        }
        guard chain.isLeafSigned else {
            return .refused(.certificateUntrusted, "a leaf that the intermediate did not sign as expected")
        }
        if case .failure(.anotherPath) = chain.path {
            return .refused(.certificateUntrusted, "a path that leaves the intermediate out")
        }
        switch chain.objectionToLeaf {
        case .other: return .refused(.certificateUntrusted, "a leaf that OpenSSL refuses")
        // C06 and C09 speak for these.
        case .authority, .criticalExtension, nil: return .passed("as expected")
        }
    }

    /// C12
    static let dates = TrustRule(
        name: "C12", expectation: "leaf, intermediate and root valid at the server's time"
    ) { chain in
        let certificates = [chain.leaf, chain.intermediate] + [chain.root].compactMap(\.self)
        for certificate in certificates {
            guard chain.time >= certificate.notBefore else {
                return .refused(.certificateNotYetValid, "a certificate that is not yet valid")
            }
            guard chain.time <= certificate.notAfter else {
                return .refused(.certificateExpired, "a certificate that has expired")
            }
        }
        return .passed("as expected", during: .common(certificates.map(\.validity)))
    }
}
