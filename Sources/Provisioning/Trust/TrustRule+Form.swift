internal import Cryptography

/// C01: what arrives is two certificates, each of a certificate's size and in strict DER.
enum ChainForm {
    static let expectation: StaticString =
        "two certificates (a third only if it is a pinned root), 300 to 8192 bytes each, in strict DER"

    /// The least that a certificate of this profile needs, and more than any has.
    private static let size = 300...8192

    /// Why this is not two certificates by number and size, before a byte of them is read.
    static func objection(to chain: [[UInt8]], _ policy: TrustPolicy) -> Finding? {
        switch chain.count {
        case 2: break
        case 3:
            // The root is pinned and never taken from input; one that is sent along is ignored.
            guard policy.anchors.contains(where: { $0.der == chain[2] }) else {
                return .refused(.certificateCount, "a third certificate that is no pinned root")
            }
        default: return .refused(.certificateCount, "another number of certificates")
        }
        guard size.contains(chain[0].count), size.contains(chain[1].count) else {
            return .refused(.certificateMalformed, "a certificate of another size")
        }
        return nil
    }

    /// Leaf and intermediate, parsed and in this order, or why not. One that `authorities` has was parsed before.
    static func parse(
        _ chain: [[UInt8]], _ policy: TrustPolicy, _ authorities: RememberedAuthorities
    ) -> (pair: (leaf: Certificate, intermediate: Certificate)?, finding: Finding) {
        if let objection = objection(to: chain, policy) { return (nil, objection) }
        let pair: [Certificate]
        do throws(CertificateError) {
            pair = [try authorities.certificate(chain[0]), try authorities.certificate(chain[1])]
        } catch {
            return (nil, .refused(.certificateMalformed, found(error)))
        }
        // Some phones' back ends send them the other way round; nothing else about their order is guessed.
        guard pair[1].has(.provisioningLeaf), !pair[0].has(.provisioningLeaf) else {
            return ((pair[0], pair[1]), .passed("two certificates, the leaf first"))
        }
        return ((pair[1], pair[0]), .passed("two certificates, the intermediate first"))
    }

    private static func found(_ error: CertificateError) -> StaticString {
        switch error {
        case .notDER: "bytes that are not strict DER"
        case .notACertificate: "DER that is no certificate"
        case .extensionMalformed: "an extension whose value is malformed"
        case .notPEM, .digest: "a certificate that could not be read"
        }
    }
}

extension TrustRule {
    /// C02
    static let form = TrustRule(
        name: "C02",
        expectation: "version 3, no extension twice, the same signature algorithm inside and outside"
    ) { chain in
        for certificate in [chain.leaf, chain.intermediate] {
            guard certificate.version == 3 else {
                return .refused(.certificateMalformed, "another version")
            }
            guard Set(certificate.extensions.map(\.identifier)).count == certificate.extensions.count else {
                return .refused(.certificateMalformed, "an extension that stands twice")
            }
            guard certificate.signatureAlgorithmsAgree else {
                return .refused(.certificateMalformed, "two different signature algorithms")
            }
        }
        return .passed("as expected")
    }
}
