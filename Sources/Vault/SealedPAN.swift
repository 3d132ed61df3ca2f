internal import Cryptography

/// A PAN at rest: `version 1 (1 byte) | key id (4) | ephemeral point (65) | ciphertext (12-19) | tag (16)`.
package struct SealedPAN: Sendable {
    /// The key that opens it.
    package let key: VaultKeyID
    /// `04 || X || Y`, 65 bytes, not yet known to be on the curve.
    let ephemeralPoint: [UInt8]
    /// `ciphertext || tag`.
    let ciphertext: [UInt8]

    init(key: VaultKeyID, ephemeralPoint: [UInt8], ciphertext: [UInt8]) {
        self.key = key
        self.ephemeralPoint = ephemeralPoint
        self.ciphertext = ciphertext
    }

    /// Takes the value apart; says nothing yet about whether it opens.
    package init(parsing bytes: [UInt8]) throws(VaultError) {
        guard let version = bytes.first else { throw .malformed }
        guard version == Self.version else { throw .unknownVersion }
        guard (98...105).contains(bytes.count) else { throw .malformed }
        key = VaultKeyID(bytes: Array(bytes[1..<5]))
        ephemeralPoint = Array(bytes[5..<70])
        ciphertext = Array(bytes[70...])
    }

    /// The value as it is stored.
    package var bytes: [UInt8] { [Self.version] + key.bytes + ephemeralPoint + ciphertext }

    private static let version: UInt8 = 1
}

/// What every derivation and every AAD of version 1 begins with.
let sealLabel = Array("passwright/pan/1".utf8)

/// ECIES: the AES key that both sides derive, from the shared secret and both points.
func sealingKey(
    from sharedSecret: borrowing SecretBytes, recipient: P256.PublicKey, ephemeralPoint: [UInt8]
) throws(CryptographyError) -> SecretBytes {
    try SingleStepKDF.derive(
        count: 32, from: sharedSecret, info: sealLabel + recipient.point + ephemeralPoint)
}

/// Twelve zero bytes: every key is derived for one PAN and used once.
let sealingIV = [UInt8](repeating: 0, count: 12)
