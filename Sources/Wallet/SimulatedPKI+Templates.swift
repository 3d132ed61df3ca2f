// The shapes of Apple's certificates, extension by extension in Apple's own order. Where Apple's point at its
// servers, these point at a name that never resolves (RFC 2606): nothing here is published anywhere.
extension SimulatedPKI {
    private static let day: Int64 = 86_400

    /// Apple Root CA - G3: P-384, signed by itself with SHA-384.
    package static func rootTemplate(
        now: Int64, key: SimulatedKey
    ) throws(WalletError) -> CertificateTemplate {
        CertificateTemplate(
            serial: try serial(), issuer: rootName, subject: rootName,
            notBefore: now - 5 * 365 * day, notAfter: now + 20 * 365 * day,
            extensions: [
                .subjectKey(try key.keyIdentifier()),
                .basicConstraints(authority: true),
                .keyUsage([.keyCertSign, .cRLSign]),
            ], digest: .sha384)
    }

    /// Apple Worldwide Developer Relations CA - G2: P-256, signed by the root with SHA-256.
    package static func intermediateTemplate(
        now: Int64, key: SimulatedKey, issuer: SimulatedKey
    ) throws(WalletError) -> CertificateTemplate {
        CertificateTemplate(
            serial: try serial(), issuer: rootName, subject: intermediateName,
            notBefore: now - 2 * 365 * day, notAfter: now + 13 * 365 * day,
            extensions: [
                .authorityInformation,
                .subjectKey(try key.keyIdentifier()),
                .basicConstraints(authority: true),
                .authorityKey(try issuer.keyIdentifier()),
                .revocationLists,
                .keyUsage([.keyCertSign, .cRLSign]),
                .marker(ExtensionIdentifier.intermediateMarker, critical: false),
            ], digest: .sha256)
    }

    /// The leaf to which cards are encrypted: P-256, signed by the intermediate with SHA-256, 25 months.
    package static func leafTemplate(
        now: Int64, key: SimulatedKey, issuer: SimulatedKey
    ) throws(WalletError) -> CertificateTemplate {
        CertificateTemplate(
            serial: try serial(), issuer: intermediateName, subject: leafName,
            notBefore: now - 30 * day, notAfter: now + 730 * day - 1,
            extensions: [
                .basicConstraints(authority: false),
                .authorityKey(try issuer.keyIdentifier()),
                .authorityInformation,
                .policies,
                .revocationLists,
                .subjectKey(try key.keyIdentifier()),
                .keyUsage([.keyEncipherment, .keyAgreement]),
                .marker(ExtensionIdentifier.leafMarker, critical: true),
            ], digest: .sha256)
    }

    /// 8 random bytes, the first bit clear: positive, and never the same twice.
    private static func serial() throws(WalletError) -> [UInt8] {
        var serial = try randomBytes(8)
        serial[0] = serial[0] & 0x7f | 0x40
        return serial
    }
}

extension ExtensionTemplate {
    /// certificatePolicies with Apple's policy and no qualifier.
    package static let policies = ExtensionTemplate(
        oid: ExtensionIdentifier.policies, critical: false,
        value: DER.sequence(DER.sequence(DER.oid("1.2.840.113635.100.5.1"))))

    /// authorityInfoAccess with one OCSP address.
    package static let authorityInformation = ExtensionTemplate(
        oid: ExtensionIdentifier.authorityInformation, critical: false,
        value: DER.sequence(
            DER.sequence(
                DER.oid("1.3.6.1.5.5.7.48.1"), DER.element(0x86, Array("http://ocsp.invalid/".utf8)))))

    /// cRLDistributionPoints with one address.
    package static let revocationLists = ExtensionTemplate(
        oid: ExtensionIdentifier.revocationLists, critical: false,
        value: DER.sequence(
            DER.sequence(
                DER.tagged(0, DER.tagged(0, DER.element(0x86, Array("http://crl.invalid/".utf8)))))))
}
