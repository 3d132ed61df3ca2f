internal import Cryptography

/// The keys that are open, and the one way from a sealed PAN to a PAN.
package struct Vault: Sendable {
    private let keys: [VaultKeyID: any VaultKey]

    /// Any number of keys at once, as while PANs are sealed anew for a newer one. What is sealed for a key that
    /// is not among them does not open.
    package init(keys: [any VaultKey]) {
        self.keys = Dictionary(keys.map { ($0.publicKey.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The ids of the keys that are open.
    package var keyIDs: Set<VaultKeyID> { Set(keys.keys) }

    /// The PAN of exactly this card, cardholder and expiry, whose last four digits (ASCII) are `lastFour`.
    package func open(
        _ sealed: [UInt8], context: PANContext, lastFour: [UInt8]
    ) throws(VaultError) -> PAN {
        let sealed = try SealedPAN(parsing: sealed)
        guard let key = keys[sealed.key] else { throw .unknownKey }
        let aad = try context.aad(for: sealed.key)
        guard let ephemeral = try? P256.PublicKey(point: sealed.ephemeralPoint) else { throw .malformed }
        let derived = try wrapping { () throws(CryptographyError) in
            let secret = try key.sharedSecret(with: ephemeral)
            return try sealingKey(
                from: secret, recipient: key.publicKey.key, ephemeralPoint: sealed.ephemeralPoint)
        }
        let digits: SecretBytes
        do {
            digits = try AES256GCM.open(sealed.ciphertext, key: derived, iv: sealingIV, aad: aad)
        } catch { throw .doesNotOpen }
        let pan = try PAN(digits)
        guard pan.lastFour == lastFour else { throw .lastFourDiffers }
        return pan
    }
}
