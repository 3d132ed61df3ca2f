internal import Cryptography

// What the leaf is for. A genuine Apple certificate of another kind has the same root, intermediate, curve and
// key usage as the right one, and somebody else holds its private key.
extension TrustRule {
    /// C06
    static let endEntity = TrustRule(
        name: "C06", expectation: "a leaf that is no authority: CA FALSE, neither keyCertSign nor cRLSign"
    ) { chain in
        // Without basicConstraints a certificate is no authority either (RFC 5280, 4.2.1.9).
        guard chain.leaf.basicConstraints?.isAuthority != true else {
            return .refused(.certificateWrongKind, "a leaf with CA TRUE")
        }
        guard chain.leaf.keyUsage?.bits.isDisjoint(with: [.keyCertSign, .cRLSign]) != false else {
            return .refused(.certificateWrongKind, "a leaf that may sign certificates or revocation lists")
        }
        guard chain.objectionToLeaf != .authority else {
            return .refused(.certificateWrongKind, "a leaf with a path length")
        }
        return .passed("as expected")
    }

    /// C07: digitalSignature is not asked for, since the genuine leaf has none.
    static let keyUsage = TrustRule(
        name: "C07",
        expectation:
            "critical keyUsage with keyEncipherment and keyAgreement, no encipherOnly or decipherOnly"
    ) { chain in
        guard let usage = chain.leaf.keyUsage else {
            return .refused(.certificateWrongKind, "a leaf without keyUsage")
        }
        guard usage.isCritical else {
            return .refused(.certificateWrongKind, "keyUsage that is not critical")
        }
        guard usage.bits.isSuperset(of: [.keyEncipherment, .keyAgreement]) else {
            return .refused(.certificateWrongKind, "keyUsage without keyEncipherment or without keyAgreement")
        }
        guard usage.bits.isDisjoint(with: [.encipherOnly, .decipherOnly]) else {
            return .refused(.certificateWrongKind, "keyUsage with encipherOnly or decipherOnly")
        }
        return .passed("as expected")
    }

    /// C08: what decides. Nothing but Apple's own provisioning leaf has this marker.
    static let marker = TrustRule(
        name: "C08", expectation: "the marker 1.2.840.113635.100.6.39 on the leaf: once, critical, value NULL"
    ) { chain in
        let markers = chain.leaf.extensions.filter { $0.identifier == .provisioningLeaf }
        guard let marker = markers.first else {
            return .refused(.certificateWrongKind, "a leaf without the marker")
        }
        guard markers.count == 1 else {
            return .refused(.certificateWrongKind, "the marker more than once")
        }
        guard marker.isCritical else {
            return .refused(.certificateWrongKind, "a marker that is not critical")
        }
        guard marker.value == [0x05, 0x00] else {
            return .refused(.certificateWrongKind, "a marker with another value")
        }
        return .passed("as expected")
    }

    /// C09
    static let criticalExtensions = TrustRule(
        name: "C09",
        expectation: "no unknown critical extension on any certificate, the marker on the leaf excused"
    ) { chain in
        func unknown(_ certificate: Certificate) -> [ObjectIdentifier] {
            certificate.extensions.filter { $0.isCritical && !known.contains($0.identifier) }
                .map(\.identifier)
        }
        guard unknown(chain.leaf).allSatisfy({ $0 == .provisioningLeaf }) else {
            return .refused(.certificateWrongKind, "an unknown critical extension on the leaf")
        }
        guard unknown(chain.intermediate).isEmpty, chain.root.map({ unknown($0).isEmpty }) != false else {
            return .refused(.certificateWrongKind, "an unknown critical extension above the leaf")
        }
        guard chain.objectionToLeaf != .criticalExtension, chain.objectionAboveLeaf != .criticalExtension
        else { return .refused(.certificateWrongKind, "a critical extension that OpenSSL does not know") }
        return .passed("as expected")
    }

    /// Those that these rules or OpenSSL's path validation act upon. Policies are acted upon by asking for none.
    private static let known: Set<ObjectIdentifier> = [
        .basicConstraints, .keyUsage, .extendedKeyUsage, .nameConstraints, .subjectAlternativeName,
        .certificatePolicies, .crlDistributionPoints,
    ]

    /// C10
    static let excludedKinds = TrustRule(
        name: "C10",
        expectation: """
            none of 1.2.840.113635.100.6.29, 6.30, 6.32, 6.1.* or the configured ones on the leaf; no \
            extended key usage serverAuth, clientAuth or codeSigning
            """
    ) { chain in
        let excluded =
            [
                .merchantProcessing, .paymentTokenSigning, .paymentTokenSigningSandbox, .developerLeaves,
            ] + chain.policy.additionalExcluded
        for element in chain.leaf.extensions where excluded.contains(where: element.identifier.isWithin) {
            return .refused(.certificateWrongKind, "the extension of another kind of certificate")
        }
        let purposes: [ObjectIdentifier] = [.serverAuth, .clientAuth, .codeSigning, .anyExtendedKeyUsage]
        for purpose in chain.leaf.extendedKeyUsage ?? [] where purposes.contains(purpose) {
            return .refused(.certificateWrongKind, "the extended key usage of another kind of certificate")
        }
        return .passed("as expected")
    }

    /// C11
    static let leafName = TrustRule(
        name: "C11", expectation: "exactly one common name on the leaf, a configured one"
    ) { chain in
        guard chain.policy.allowsLeaf(chain.leaf.commonNames) else {
            return .refused(.certificateWrongKind, "a leaf with another common name")
        }
        return .passed("as expected")
    }
}
