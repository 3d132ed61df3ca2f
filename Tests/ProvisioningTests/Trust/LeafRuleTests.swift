import Cryptography
import Provisioning
import Testing
import Wallet

private typealias OID = ExtensionIdentifier

/// C06 to C11: what the leaf is for.
@Suite struct LeafRuleTests {
    private static func wrongKind(_ what: String, by rule: String) -> ChainVariant {
        .refused(what, .certificateWrongKind, by: rule)
    }

    static let authority: [ChainVariant] = [
        wrongKind("CA TRUE", by: "C06").leaf { $0.replace(.basicConstraints(authority: true)) },
        wrongKind("CA TRUE, not critical", by: "C06")
            .leaf { $0.replace(.basicConstraints(authority: true, critical: false)) },
        wrongKind("keyCertSign", by: "C06")
            .leaf { $0.replace(.keyUsage([.keyEncipherment, .keyAgreement, .keyCertSign])) },
        wrongKind("cRLSign", by: "C06")
            .leaf { $0.replace(.keyUsage([.keyEncipherment, .keyAgreement, .cRLSign])) },
        wrongKind("a path length", by: "C06")
            .leaf { $0.replace(.basicConstraints(authority: false, pathLength: 0)) },
    ]

    static let keyUsage: [ChainVariant] = [
        wrongKind("no keyUsage", by: "C07").leaf { $0.remove(OID.keyUsage) },
        wrongKind("not critical", by: "C07")
            .leaf { $0.replace(.keyUsage([.keyEncipherment, .keyAgreement], critical: false)) },
        wrongKind("keyEncipherment alone", by: "C07").leaf { $0.replace(.keyUsage([.keyEncipherment])) },
        wrongKind("keyAgreement alone", by: "C07").leaf { $0.replace(.keyUsage([.keyAgreement])) },
        wrongKind("digitalSignature alone", by: "C07").leaf { $0.replace(.keyUsage([.digitalSignature])) },
        wrongKind("encipherOnly besides", by: "C07")
            .leaf { $0.replace(.keyUsage([.keyEncipherment, .keyAgreement, .encipherOnly])) },
        wrongKind("decipherOnly besides", by: "C07")
            .leaf { $0.replace(.keyUsage([.keyEncipherment, .keyAgreement, .decipherOnly])) },
    ]

    static let marker: [ChainVariant] = [
        wrongKind("none", by: "C08").leaf { $0.remove(OID.leafMarker) },
        wrongKind("not critical", by: "C08").leaf { $0.replace(.marker(OID.leafMarker, critical: false)) },
        wrongKind("a BOOLEAN", by: "C08")
            .leaf { $0.change(OID.leafMarker) { $0.value = DER.boolean(true) } },
        wrongKind("no value at all", by: "C08").leaf { $0.change(OID.leafMarker) { $0.value = [] } },
        wrongKind("NULL and a byte more", by: "C08")
            .leaf { $0.change(OID.leafMarker) { $0.value = [0x05, 0x00, 0x00] } },
        wrongKind("the one that stands under it", by: "C08")
            .leaf { $0.change(OID.leafMarker) { ($0.oid, $0.critical) = (OID.leafMarker + ".1", false) } },
    ]

    static let critical: [ChainVariant] = [
        wrongKind("an unknown one besides the marker", by: "C09")
            .leaf { $0.add("1.2.3.4", critical: true) },
        wrongKind("an unknown one before the marker", by: "C09")
            .leaf {
                $0.extensions.insert(
                    ExtensionTemplate(oid: "1.2.3.4", critical: true, value: [1, 2, 3]), at: 0)
            },
        wrongKind("one under the marker", by: "C09")
            .leaf { $0.add(OID.leafMarker + ".1", critical: true) },
        wrongKind("the intermediate's marker, critical", by: "C09")
            .leaf { $0.add(OID.intermediateMarker, critical: true) },
        wrongKind("policy constraints", by: "C09")
            .leaf { $0.add("2.5.29.36", critical: true, DER.sequence(DER.element(0x80, [0]))) },
    ]

    static let excluded: [ChainVariant] =
        ["29", "30", "32", "1", "1.2", "1.18", "32.7"].map { number in
            wrongKind("1.2.840.113635.100.6.\(number)", by: "C10")
                .leaf { $0.add("1.2.840.113635.100.6.\(number)") }
        }
        + [
            ("serverAuth", "1.3.6.1.5.5.7.3.1"), ("clientAuth", "1.3.6.1.5.5.7.3.2"),
            ("codeSigning", "1.3.6.1.5.5.7.3.3"), ("anyExtendedKeyUsage", "2.5.29.37.0"),
        ].map { name, oid in
            wrongKind(name, by: "C10")
                .leaf { $0.extensions.append(.extendedKeyUsage(["1.3.6.1.5.5.7.3.4", oid])) }
        }

    static let name: [ChainVariant] = [
        wrongKind("another", by: "C11").leaf { $0.rename("Apple Pay Payment Processing:merchant") },
        wrongKind("the sandbox's, not configured", by: "C11")
            .leaf { $0.rename(TrustPolicy.appleSandboxLeafName) },
        wrongKind("in upper case", by: "C11")
            .leaf { $0.rename("ECC-CRYPTO-SERVICES-ENCIPHERMENT_UC6-PROD") },
        wrongKind("longer by one", by: "C11").leaf {
            $0.rename("ecc-crypto-services-encipherment_UC6-PRODX")
        },
        wrongKind("shorter by one", by: "C11").leaf { $0.rename("ecc-crypto-services-encipherment_UC6-PRO") },
        wrongKind("the right one twice", by: "C11")
            .leaf { $0.rename(TrustPolicy.appleLeafNames[0], TrustPolicy.appleLeafNames[0]) },
        wrongKind("none", by: "C11").leaf { $0.rename() },
    ]

    static let good: [ChainVariant] = [
        .accepted("no basicConstraints, which makes no authority")
            .leaf { $0.remove(OID.basicConstraints) },
        .accepted("digitalSignature besides")
            .leaf { $0.replace(.keyUsage([.digitalSignature, .keyEncipherment, .keyAgreement])) },
        .accepted("another of Apple's markers, not critical").leaf { $0.add("1.2.840.113635.100.6.10") },
        .accepted("an extended key usage that is not excluded")
            .leaf { $0.extensions.append(.extendedKeyUsage(["1.3.6.1.5.5.7.3.4"])) },
        .accepted("the common name as PrintableString")
            .leaf {
                $0.subject.attributes[0].text = "sandbox-1"; $0.subject.attributes[0].printable = true
            },
    ]

    @Test(arguments: authority)
    func `C06: an authority is no leaf`(chain: ChainVariant) throws { try chain.check() }

    @Test(arguments: keyUsage)
    func `C07: a leaf with another key usage is refused`(chain: ChainVariant) throws { try chain.check() }

    @Test(arguments: marker)
    func `C08: a leaf without the marker as it should be is refused`(chain: ChainVariant) throws {
        try chain.check()
    }

    @Test(arguments: critical)
    func `C09: a critical extension that is not known is refused on the leaf`(
        chain: ChainVariant
    ) throws { try chain.check() }

    @Test(arguments: excluded)
    func `C10: a leaf of another kind is refused`(chain: ChainVariant) throws { try chain.check() }

    @Test func `C10: an extension that the configuration excludes is refused`() throws {
        let excluded = try #require(ObjectIdentifier(dotted: "1.2.3"))
        let chain = ChainVariant.refused("", .certificateWrongKind, by: "C10").leaf { $0.add("1.2.3.4") }
        try chain.check { root in
            try TrustPolicy(
                anchors: [Certificate(der: root)], intermediateNames: TrustPolicy.appleIntermediateNames,
                leafNames: TrustPolicy.appleLeafNames, additionalExcluded: [excluded])
        }
    }

    @Test(arguments: name)
    func `C11: a leaf with another common name is refused`(chain: ChainVariant) throws {
        try chain.check()
    }

    @Test func `C11: the sandbox's leaf is accepted where it is configured`() throws {
        try ChainVariant.accepted("").leaf { $0.rename(TrustPolicy.appleSandboxLeafName) }
            .check { try policy([$0], leafNames: [TrustPolicy.appleSandboxLeafName]) }
    }

    @Test(arguments: good)
    func `a leaf that differs where nothing is asked is accepted`(chain: ChainVariant) throws {
        try chain.check { try policy([$0], leafNames: TrustPolicy.appleLeafNames + ["sandbox-1"]) }
    }
}
