import Wallet

private typealias OID = ExtensionIdentifier

// C06 to C11: what the leaf is for. A certificate of another kind has the same root, intermediate and curve, and
// somebody else holds its private key.
extension ChainCase {
    static let leaf: [ChainCase] = authority + usage + marker + excluded + name

    private static let authority: [ChainCase] = [
        kind(168, .c06, "with CA TRUE") { try $0.leaf { $0.replace(.basicConstraints(authority: true)) } },
        kind(169, .c06, "with keyCertSign") { try $0.leaf(usage: right + [.keyCertSign]) },
        kind(170, .c06, "with cRLSign") { try $0.leaf(usage: right + [.cRLSign]) },
    ]

    private static let usage: [ChainCase] = [
        .accepted(107, .c07, "A leaf that has digitalSignature besides is accepted.") {
            try $0.leaf(usage: right + [.digitalSignature])
        },
        kind(171, .c07, "without keyUsage") { try $0.leaf { $0.remove(OID.keyUsage) } },
        kind(172, .c07, "whose keyUsage is not critical") { try $0.leaf(usage: right, critical: false) },
        kind(173, .c07, "without keyEncipherment") { try $0.leaf(usage: [.keyAgreement]) },
        kind(174, .c07, "without keyAgreement") { try $0.leaf(usage: [.keyEncipherment]) },
        kind(175, .c07, "with encipherOnly") { try $0.leaf(usage: right + [.encipherOnly]) },
        kind(176, .c07, "with decipherOnly") { try $0.leaf(usage: right + [.decipherOnly]) },
    ]

    private static let marker: [ChainCase] = [
        kind(177, .c08, "without the marker 6.39") { try $0.leaf { $0.remove(OID.leafMarker) } },
        kind(178, .c08, "whose marker 6.39 is not critical") {
            try $0.leaf { $0.replace(.marker(OID.leafMarker, critical: false)) }
        },
        kind(179, .c08, "whose marker 6.39 is a BOOLEAN") {
            try $0.leaf { $0.change(OID.leafMarker) { $0.value = DER.boolean(true) } }
        },
        kind(180, .c08, "whose marker 6.39 has no value at all") {
            try $0.leaf { $0.change(OID.leafMarker) { $0.value = [] } }
        },
        kind(181, .c08, "whose marker 6.39 is NULL and a byte more") {
            try $0.leaf { $0.change(OID.leafMarker) { $0.value = DER.null() + [0] } }
        },
        kind(182, .c08, "with the marker 6.39.1 in place of 6.39") {
            try $0.leaf { $0.replaceMarker(with: "39.1") }
        },
        kind(183, .c08, "with an Apple marker that means nothing here in place of 6.39") {
            try $0.leaf { $0.replaceMarker(with: "10") }
        },
        .accepted(108, .c09, "A leaf with an unknown extension that is not critical is accepted.") {
            try $0.leaf { $0.add("1.2.3.4") }
        },
        kind(184, .c09, "with an unknown critical extension besides the marker") {
            try $0.leaf { $0.add("1.2.3.4", critical: true) }
        },
        kind(185, .c09, "with an unknown critical extension before the marker") {
            try $0.leaf {
                let unknown = ExtensionTemplate(oid: "1.2.3.4", critical: true, value: DER.null())
                $0.extensions.insert(unknown, at: 0)
            }
        },
        kind(186, .c09, "with the critical marker of a merchant's certificate besides, 6.32", [.c09, .c10]) {
            try $0.leaf { $0.add(OID.apple + "32", critical: true) }
        },
    ]

    private static let excluded: [ChainCase] = [
        kind(187, .c10, "that is for payment processing too (6.32)") { try $0.leaf(besides: "32") },
        kind(188, .c10, "that signs payment tokens too (6.29)") { try $0.leaf(besides: "29") },
        kind(189, .c10, "that signs the sandbox's payment tokens too (6.30)") { try $0.leaf(besides: "30") },
        kind(190, .c10, "that is a developer's too (6.1.2)") { try $0.leaf(besides: "1.2") },
        kind(191, .c10, "that is for TLS servers too (serverAuth)") { try $0.leaf(purpose: "1") },
        kind(192, .c10, "that is for TLS clients too (clientAuth)") { try $0.leaf(purpose: "2") },
        kind(193, .c10, "that is for code too (codeSigning)") { try $0.leaf(purpose: "3") },
        // What any merchant can get, with a private key of the merchant's own.
        kind(
            194, .lookAlike, "that is a merchant's for payment processing, right in everything else",
            [.c08, .c10, .c11]
        ) {
            try $0.leaf {
                $0.rename("Apple Pay Payment Processing:merchant.example")
                $0.replaceMarker(with: "32")
            }
        },
    ]

    private static let name: [ChainCase] = [
        kind(195, .c11, "of another common name") { try $0.leaf { $0.rename("Apple Pay") } },
        kind(196, .c11, "of the sandbox's common name") {
            try $0.leaf { $0.rename("ecc-crypto-services-encipherment_UC6-SANDBOX") }
        },
    ]

    private static func kind(
        _ number: Int, _ rule: Rule, _ what: String, _ broken: [Rule]? = nil, _ forge: @escaping Forge
    ) -> ChainCase {
        .refused(number, rule, .wrongKind, "A leaf \(what) is refused.", breaking: broken, forge)
    }
}

private let right: [KeyUsageBit] = [.keyEncipherment, .keyAgreement]

extension ExtensionIdentifier {
    /// Apple's arc for what a certificate is for.
    fileprivate static let apple = "1.2.840.113635.100.6."
}

extension CertificateTemplate {
    fileprivate mutating func replaceMarker(with arc: String) {
        change(OID.leafMarker) { ($0.oid, $0.critical) = (OID.apple + arc, false) }
    }
}

extension ChainForge {
    fileprivate func leaf(usage: [KeyUsageBit], critical: Bool = true) throws -> ForgedChain {
        try leaf { $0.replace(.keyUsage(usage, critical: critical)) }
    }

    fileprivate func leaf(besides arc: String) throws -> ForgedChain {
        try leaf { $0.add(OID.apple + arc) }
    }

    /// An extended key usage of RFC 5280, 4.2.1.12.
    fileprivate func leaf(purpose arc: String) throws -> ForgedChain {
        try leaf { $0.extensions.append(.extendedKeyUsage(["1.3.6.1.5.5.7.3." + arc])) }
    }
}
