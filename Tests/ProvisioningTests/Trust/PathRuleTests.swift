import Cryptography
import Provisioning
import Testing
import Wallet

private typealias OID = ExtensionIdentifier

/// C02 to C05, and C09 above the leaf: from the leaf to a pinned root.
@Suite struct PathRuleTests {
    static let form: [ChainVariant] = [
        .refused("a leaf of version 1", .certificateMalformed, by: "C02", "C05").leaf { $0.version = nil },
        .refused("a leaf of version 2", .certificateMalformed, by: "C02", "C05").leaf { $0.version = 2 },
        .refused("an intermediate of version 1", .certificateMalformed, by: "C02", "C04")
            .intermediate { $0.version = nil },
        .refused("an extension twice on the leaf", .certificateMalformed, by: "C02")
            .leaf { $0.extensions.append(.policies) },
        .refused("the marker twice on the leaf", .certificateMalformed, by: "C02", "C08")
            .leaf { $0.extensions.append(.marker(OID.leafMarker, critical: true)) },
        .refused("an extension twice on the intermediate", .certificateMalformed, by: "C02")
            .intermediate { $0.extensions.append(.authorityInformation) },
        .refused("another algorithm inside the leaf", .certificateMalformed, by: "C02", "C05")
            .leaf { $0.innerAlgorithm = DER.sequence(DER.oid("1.2.840.10045.4.3.3")) },
        .refused("another algorithm inside the intermediate", .certificateMalformed, by: "C02", "C04")
            .intermediate { $0.innerAlgorithm = DER.sequence(DER.oid("1.2.840.10045.4.3.3")) },
    ]

    static let intermediate: [ChainVariant] = [
        .refused("an issuer that is no root", .certificateUntrusted, by: "C03", "C04")
            .intermediate { $0.issuer = SimulatedPKI.leafName },
        .refused("CA FALSE", .certificateUntrusted, by: "C04")
            .intermediate { $0.replace(.basicConstraints(authority: false)) },
        .refused("no basicConstraints", .certificateUntrusted, by: "C04")
            .intermediate { $0.remove(OID.basicConstraints) },
        .refused("basicConstraints not critical", .certificateUntrusted, by: "C04")
            .intermediate { $0.replace(.basicConstraints(authority: true, critical: false)) },
        .refused("no keyUsage", .certificateUntrusted, by: "C04")
            .intermediate { $0.remove(OID.keyUsage) },
        .refused("keyUsage not critical", .certificateUntrusted, by: "C04")
            .intermediate { $0.replace(.keyUsage([.keyCertSign, .cRLSign], critical: false)) },
        .refused("no keyCertSign", .certificateUntrusted, by: "C04")
            .intermediate { $0.replace(.keyUsage([.cRLSign])) },
        .refused("no marker", .certificateUntrusted, by: "C04")
            .intermediate { $0.remove(OID.intermediateMarker) },
        .refused("another authority's marker", .certificateUntrusted, by: "C04")
            .intermediate { $0.change(OID.intermediateMarker) { $0.oid = "1.2.840.113635.100.6.2.14" } },
        .refused("another common name", .certificateUntrusted, by: "C04", "C05")
            .intermediate { $0.rename("Apple Worldwide Developer Relations CA - G3") },
        .refused("two common names", .certificateUntrusted, by: "C04", "C05")
            .intermediate { $0.rename("Apple Worldwide Developer Relations CA - G2", "another") },
        .refused("no common name", .certificateUntrusted, by: "C04", "C05").intermediate { $0.rename() },
        .refused("no subject key identifier", .certificateUntrusted, by: "C04", "C05")
            .intermediate { $0.remove(OID.subjectKey) },
        .refused("no authority key identifier", .certificateUntrusted, by: "C04")
            .intermediate { $0.remove(OID.authorityKey) },
        .refused("another authority's key identifier", .certificateUntrusted, by: "C04")
            .intermediate { $0.replace(.authorityKey([UInt8](repeating: 1, count: 20))) },
        .refused("signed by another key", .certificateUntrusted, by: "C04")
            .signedByStranger(intermediate: true),
        .refused("a signature with a bit changed", .certificateUntrusted, by: "C04")
            .intermediate { $0.signatureDamage = 1 },
        .refused("signed with SHA-1", .certificateUntrusted, by: "C04").intermediate { $0.digest = .sha1 },
        .refused("signed with SHA-512", .certificateUntrusted, by: "C04")
            .intermediate { $0.digest = .sha512 },
        .refused("an RSA key", .certificateUntrusted, by: "C04", "C05")
            .keys(intermediate: .rsa(bits: 2048)),
        .refused("a root that allows no intermediate", .certificateUntrusted, by: "C04")
            .root { $0.replace(.basicConstraints(authority: true, pathLength: 0)) },
        .refused("an unknown critical extension on the intermediate", .certificateWrongKind, by: "C09")
            .intermediate { $0.add("1.2.3.4", critical: true) },
        .refused("the leaf's marker, critical, on the intermediate", .certificateWrongKind, by: "C09")
            .intermediate { $0.add(OID.leafMarker, critical: true) },
        .refused("an unknown critical extension on the root", .certificateWrongKind, by: "C09")
            .root { $0.add("1.2.3.4", critical: true) },
        .refused("critical policy constraints on the intermediate", .certificateWrongKind, by: "C09")
            .intermediate { $0.add("2.5.29.36", critical: true, DER.sequence(DER.element(0x80, [0]))) },
    ]

    static let leaf: [ChainVariant] = [
        .refused("signed by another key in the same name", .certificateUntrusted, by: "C05")
            .signedByStranger(leaf: true),
        .refused("a signature with a bit changed", .certificateUntrusted, by: "C05")
            .leaf { $0.signatureDamage = 1 },
        .refused("signed with SHA-1", .certificateUntrusted, by: "C05").leaf { $0.digest = .sha1 },
        .refused("signed with SHA-512", .certificateUntrusted, by: "C05").leaf { $0.digest = .sha512 },
        .refused("another issuer's name", .certificateUntrusted, by: "C05")
            .leaf { $0.issuer = SimulatedPKI.rootName },
        .refused("no authority key identifier", .certificateUntrusted, by: "C05")
            .leaf { $0.remove(OID.authorityKey) },
        .refused("another authority's key identifier", .certificateUntrusted, by: "C05")
            .leaf { $0.replace(.authorityKey([UInt8](repeating: 1, count: 20))) },
        .refused("a proxy certificate", .certificateUntrusted, by: "C05", "C09")
            .leaf {
                $0.add(
                    "1.3.6.1.5.5.7.1.14", critical: true,
                    DER.sequence(DER.sequence(DER.oid("1.3.6.1.5.5.7.21.1"))))
            },
        .refused("an RSA key", .certificateKey, by: "C05").keys(leaf: .rsa(bits: 2048)),
        .refused("an Ed25519 key", .certificateKey, by: "C05").keys(leaf: .ed25519),
        .refused("a key on P-384", .certificateKey, by: "C05").keys(leaf: .p384),
        .refused("a key on secp256k1", .certificateKey, by: "C05").keys(leaf: .curve("secp256k1")),
    ]

    static let good: [ChainVariant] = [
        .accepted("a chain in Apple's shape"),
        .accepted("a leaf signed with SHA-384").leaf { $0.digest = .sha384 },
        .accepted("an intermediate signed with SHA-384").intermediate { $0.digest = .sha384 },
        .accepted("an intermediate on P-384").keys(intermediate: .p384),
        .accepted("an intermediate that allows no further one")
            .intermediate { $0.replace(.basicConstraints(authority: true, pathLength: 0)) },
        .accepted("an unknown extension that is not critical on each certificate")
            .root { $0.add("1.2.3.4") }.intermediate { $0.add("1.2.3.4", [0xff]) }
            .leaf { $0.add("1.2.3.4", []) },
        .accepted("the leaf's marker, not critical, on the intermediate")
            .intermediate { $0.add(OID.leafMarker) },
    ]

    @Test(arguments: good)
    func `a good chain is accepted`(chain: ChainVariant) throws { try chain.check() }

    @Test(arguments: form)
    func `a chain of the wrong form is refused`(chain: ChainVariant) throws { try chain.check() }

    @Test(arguments: intermediate)
    func `a defect above the leaf is refused`(chain: ChainVariant) throws { try chain.check() }

    @Test(arguments: leaf)
    func `a leaf that the intermediate did not sign, or with another key, is refused`(
        chain: ChainVariant
    ) throws { try chain.check() }

    @Test(arguments: PublicKeyShape.allCases)
    func `a key is taken in its one good shape`(shape: PublicKeyShape) throws {
        let key = try SimulatedKey(.p256)
        let shaped = try key.subjectPublicKeyInfo(shape)
        let chain =
            shape == .uncompressed
            ? ChainVariant.accepted("") : .refused("", .certificateKey, by: "C05")
        try chain.leaf { $0.subjectPublicKeyInfo = shaped }.check()
    }

    @Test(arguments: [PublicKeyShape.compressed, .hybrid, .infinity, .explicitParameters])
    func `an intermediate's key in another shape is refused`(shape: PublicKeyShape) throws {
        let pki = try SimulatedPKI.make(now: ChainVariant.now)
        let shaped = try pki.intermediateKey.subjectPublicKeyInfo(shape)
        let twisted = try SimulatedPKI.make(
            now: ChainVariant.now, intermediate: { $0.subjectPublicKeyInfo = shaped }, rootKey: pki.rootKey,
            intermediateKey: pki.intermediateKey)
        let time = UnixTime(seconds: ChainVariant.now)
        #expect(
            refusal(of: twisted.certificates, try policy([pki.root]), at: time) == .certificateUntrusted)
    }

    /// Were OpenSSL to see this key it could not read it, and the reason would be another.
    @Test func `no key is built of an RSA leaf, whatever its size`() throws {
        let rsa = DER.sequence(
            DER.sequence(DER.oid("1.2.840.113549.1.1.1"), DER.null()),
            DER.bits([UInt8](repeating: 0xaa, count: 2048)))
        try ChainVariant.refused("", .certificateKey, by: "C05").leaf { $0.subjectPublicKeyInfo = rsa }
            .check()
    }
}
