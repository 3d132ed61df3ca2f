/// A certificate revocation list before it is signed: RFC 5280, section 5.
package struct RevocationListTemplate: Sendable {
    package var issuer: DistinguishedName
    /// Seconds since 1970.
    package var thisUpdate: Int64
    /// Left out where nil.
    package var nextUpdate: Int64?
    /// Serial numbers as magnitudes, as in `CertificateTemplate.serial`, each revoked at `thisUpdate`.
    package var revoked: [[UInt8]]
    package var extensions: [ExtensionTemplate]
    package var digest: Digest
    /// Bits to change in the last byte of the signature.
    package var signatureDamage: UInt8 = 0

    package init(
        issuer: DistinguishedName, thisUpdate: Int64, nextUpdate: Int64?, revoked: [[UInt8]],
        extensions: [ExtensionTemplate], digest: Digest
    ) {
        self.issuer = issuer
        self.thisUpdate = thisUpdate
        self.nextUpdate = nextUpdate
        self.revoked = revoked
        self.extensions = extensions
        self.digest = digest
    }

    /// The list as DER, signed by `key`.
    package func issue(by key: SimulatedKey) throws(WalletError) -> [UInt8] {
        let algorithm = try key.signatureAlgorithm(digest)
        let entries = revoked.map { DER.sequence(DER.integer($0), DER.time(thisUpdate)) }
        let list = DER.element(0x30, Array(extensions.map(\.der).joined()))
        let signed = DER.sequence(
            DER.integer(1), algorithm, issuer.der, DER.time(thisUpdate),
            nextUpdate.map(DER.time) ?? [],
            entries.isEmpty ? [] : DER.element(0x30, Array(entries.joined())),
            extensions.isEmpty ? [] : DER.tagged(0, list))
        var signature = try key.sign(signed, digest)
        signature[signature.count - 1] ^= signatureDamage
        return DER.sequence(signed, algorithm, DER.bits(signature))
    }
}

extension SimulatedPKI {
    /// What the intermediate says of its leaves: those with the `revoked` serial numbers are no longer good.
    package func leafRevocations(
        _ revoked: [[UInt8]], now: Int64, _ twist: (inout RevocationListTemplate) -> Void = { _ in }
    ) throws(WalletError) -> [UInt8] {
        try revocations(revoked, issuer: SimulatedPKI.intermediateName, key: intermediateKey, now: now, twist)
    }

    /// What the root says of its intermediates.
    package func intermediateRevocations(
        _ revoked: [[UInt8]], now: Int64, _ twist: (inout RevocationListTemplate) -> Void = { _ in }
    ) throws(WalletError) -> [UInt8] {
        try revocations(revoked, issuer: SimulatedPKI.rootName, key: rootKey, now: now, twist)
    }

    /// Made an hour ago, good for a week.
    private func revocations(
        _ revoked: [[UInt8]], issuer: DistinguishedName, key: SimulatedKey, now: Int64,
        _ twist: (inout RevocationListTemplate) -> Void
    ) throws(WalletError) -> [UInt8] {
        var template = RevocationListTemplate(
            issuer: issuer, thisUpdate: now - 3600, nextUpdate: now + 7 * 86_400, revoked: revoked,
            extensions: [
                .authorityKey(try key.keyIdentifier()),
                ExtensionTemplate(oid: "2.5.29.20", critical: false, value: DER.integer(1)),
            ], digest: .sha256)
        twist(&template)
        return try template.issue(by: key)
    }
}
