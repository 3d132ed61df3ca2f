import Cryptography
import Provisioning
import Testing
import Wallet

/// What is read from a certificate.
@Suite struct CertificateTests {
    private let pki: SimulatedPKI

    init() throws { pki = try SimulatedPKI.make(now: ChainVariant.now) }

    private func leaf(_ twist: SimulatedPKI.Twist) throws -> [UInt8] {
        try pki.anotherLeaf(now: ChainVariant.now, twist).leaf
    }

    /// The reason why bytes are no certificate; null where they are one.
    private func refusal(_ der: [UInt8]) -> CertificateError? {
        do throws(CertificateError) {
            _ = try Certificate(der: der)
            return nil
        } catch {
            return error
        }
    }

    @Test func `every field of a leaf is read`() throws {
        let leaf = try Certificate(der: pki.leaf)
        #expect(leaf.version == 3 && leaf.serial.count == 8)
        #expect(leaf.signatureAlgorithm == .ecdsaSHA256 && leaf.signatureAlgorithmsAgree)
        #expect(leaf.commonNames == [Array(TrustPolicy.appleLeafNames[0].utf8)])
        #expect(leaf.notBefore.seconds == ChainVariant.now - 30 * 86_400)
        #expect(leaf.notAfter.seconds == ChainVariant.now + 730 * 86_400 - 1)
        #expect(leaf.key.uncompressedPoint == Array(try pki.leafKey.subjectPublicKeyInfo().suffix(65)))
        #expect(leaf.basicConstraints.map { [$0.isAuthority, $0.isCritical] } == [false, true])
        #expect(
            leaf.keyUsage?.bits == [.keyEncipherment, .keyAgreement] && leaf.keyUsage?.isCritical == true)
        #expect(leaf.extendedKeyUsage == nil)
        #expect(leaf.subjectKeyIdentifier == (try pki.leafKey.keyIdentifier()))
        #expect(leaf.authorityKeyIdentifier == (try pki.intermediateKey.keyIdentifier()))
        #expect(leaf.extensions.map(\.isCritical) == [true, false, false, false, false, false, true, true])
        #expect(leaf.extensions.last?.value == [0x05, 0x00])
        let intermediate = try Certificate(der: pki.intermediate)
        #expect(leaf.issuer == intermediate.subject && intermediate.issuer != intermediate.subject)
        #expect(intermediate.keyUsage?.bits == [.keyCertSign, .cRLSign])
    }

    @Test(arguments: KeyUsageBit.allCases)
    func `each bit of keyUsage is read by its number`(bit: KeyUsageBit) throws {
        let certificate = try Certificate(der: leaf { $0.replace(.keyUsage([bit])) })
        #expect(certificate.keyUsage?.bits.rawValue == 1 << UInt16(bit.rawValue))
    }

    @Test func `an extension that stands twice is seen twice`() throws {
        let certificate = try Certificate(
            der: leaf { $0.extensions.append(.keyUsage([.keyAgreement])) })
        #expect(certificate.extensions.filter { $0.identifier == .keyUsage }.count == 2)
        #expect(certificate.keyUsage?.bits == [.keyEncipherment, .keyAgreement])
    }

    /// Figures from `date -u +%s`.
    @Test(arguments: [
        ("700101000000Z", 0), ("500101000000Z", -631_152_000), ("491231235959Z", 2_524_607_999),
        ("000229120000Z", 951_825_600), ("991231235959Z", 946_684_799), ("240229000000Z", 1_709_164_800),
    ])
    func `a UTCTime is read`(text: String, seconds: Int64) throws {
        let der = try leaf { $0.validity = [DER.utcTime(text), DER.utcTime("491231235959Z")] }
        #expect(try Certificate(der: der).notBefore.seconds == seconds)
    }

    @Test(arguments: [
        ("20500101000000Z", 2_524_608_000), ("21000228235959Z", 4_107_542_399),
        ("99991231235959Z", 253_402_300_799),
    ])
    func `a GeneralizedTime is read`(text: String, seconds: Int64) throws {
        let der = try leaf { $0.validity = [DER.utcTime("700101000000Z"), DER.generalizedTime(text)] }
        #expect(try Certificate(der: der).notAfter.seconds == seconds)
    }

    @Test(arguments: [
        DER.utcTime("2401010000Z"), DER.utcTime("240101000000"), DER.utcTime("240101000000+0000"),
        DER.utcTime("240101000000z"), DER.utcTime("240001000000Z"), DER.utcTime("241301000000Z"),
        DER.utcTime("240100000000Z"), DER.utcTime("240132000000Z"), DER.utcTime("230229000000Z"),
        DER.utcTime("240431000000Z"), DER.utcTime("240101240000Z"), DER.utcTime("240101006000Z"),
        DER.utcTime("240101000060Z"), DER.utcTime("24010100000 Z"), DER.utcTime(""), DER.utcTime("Z"),
        DER.utcTime("20240101000000Z"), DER.generalizedTime("240101000000Z"),
        DER.generalizedTime("20491231235959Z"), DER.generalizedTime("21000229000000Z"),
        DER.generalizedTime("20500101000000.5Z"), DER.utf8("240101000000Z"), DER.null(),
    ])
    func `another time is refused`(time: [UInt8]) throws {
        let der = try leaf { $0.validity = [time, DER.generalizedTime("99991231235959Z")] }
        #expect(refusal(der) == .notACertificate(.value))
    }

    @Test(arguments: [
        ("explicit CA FALSE", ExtensionIdentifier.basicConstraints, DER.sequence(DER.boolean(false))),
        (
            "a negative path length", ExtensionIdentifier.basicConstraints,
            DER.sequence(DER.boolean(true), [0x02, 0x01, 0xff])
        ),
        (
            "more than constraints", ExtensionIdentifier.basicConstraints,
            DER.sequence(DER.boolean(true), DER.integer(1), DER.null())
        ),
        ("constraints that are a NULL", ExtensionIdentifier.basicConstraints, DER.null()),
        ("no bits", ExtensionIdentifier.keyUsage, DER.bits([])),
        ("no bit set", ExtensionIdentifier.keyUsage, DER.bits([0x00], unused: 7)),
        ("a trailing zero bit", ExtensionIdentifier.keyUsage, DER.bits([0x28], unused: 2)),
        ("a trailing zero byte", ExtensionIdentifier.keyUsage, DER.bits([0x28, 0x00], unused: 0)),
        ("a tenth bit", ExtensionIdentifier.keyUsage, DER.bits([0x28, 0x40], unused: 6)),
        ("a third byte", ExtensionIdentifier.keyUsage, DER.bits([0x28, 0x80, 0x80], unused: 7)),
        ("usage that is octets", ExtensionIdentifier.keyUsage, DER.octets([0x28])),
        ("no purpose", ExtensionIdentifier.extendedKeyUsage, DER.sequence()),
        ("a purpose that is a number", ExtensionIdentifier.extendedKeyUsage, DER.sequence(DER.integer(1))),
        ("an identifier that is bits", ExtensionIdentifier.subjectKey, DER.bits([1, 2])),
        ("an authority that is octets", ExtensionIdentifier.authorityKey, DER.octets([1, 2])),
    ])
    func `an extension with another value than its type has is refused`(
        what: String, oid: String, value: [UInt8]
    ) throws {
        let der = try leaf {
            $0.replace(ExtensionTemplate(oid: oid, critical: false, value: value))
        }
        guard case .extensionMalformed = refusal(der) else {
            Issue.record("\(what)")
            return
        }
    }

    @Test func `a value of RFC 5280's is strict DER, another's are bytes`() throws {
        #expect(refusal(try leaf { $0.add("1.2.3.4", [0xff]) }) == nil)
        for oid in ["2.5.29.46", "1.3.6.1.5.5.7.1.11"] {
            #expect(refusal(try leaf { $0.add(oid, DER.null()) }) == nil)
            #expect(refusal(try leaf { $0.add(oid, [0x30, 0x80, 0, 0]) }) == .notACertificate(.length))
            #expect(refusal(try leaf { $0.add(oid, DER.null() + [0]) }) == .notACertificate(.trailingBytes))
        }
    }

    @Test func `something after the extensions, or in place of a field, is refused`() throws {
        #expect(refusal(try leaf { $0.trailing = DER.null() }) == .notACertificate(.unexpected))
        #expect(refusal(try leaf { $0.version = 4 }) == .notACertificate(.value))
        #expect(refusal(try leaf { $0.version = 1 }) == .notACertificate(.value))
        #expect(refusal(try leaf { $0.validity = [DER.time(0)] }) == .notACertificate(.truncated))
        #expect(refusal(try leaf { $0.subjectPublicKeyInfo = DER.null() }) == .notACertificate(.unexpected))
        #expect(refusal(DER.null()) == .notACertificate(.unexpected))
        #expect(refusal([]) == .notDER(.truncated))
    }

    @Test func `a PEM file gives its certificates in order`() throws {
        let text =
            PEM.certificate(pki.root) + "a remark\n"
            + PEM.certificate(pki.intermediate)
        #expect(
            try Certificate.certificates(pem: Array(text.utf8)).map(\.der) == [pki.root, pki.intermediate])
    }

    @Test func `a PEM file without certificates, or with something else in it, is refused`() throws {
        let good = PEM.certificate(pki.root)
        for text in [
            "", "no block", good + (try pki.leafKey.publicKeyPEM()), good + (try pki.leafKey.privateKeyPEM()),
            String(good.dropLast(30)), good + "-----BEGIN CERTIFICATE-----\n",
        ] {
            #expect(throws: CertificateError.notPEM) { try Certificate.certificates(pem: Array(text.utf8)) }
        }
    }
}
