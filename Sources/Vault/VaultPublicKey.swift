package import Cryptography

/// What seals PANs and can open none.
package struct VaultPublicKey: Sendable {
    package let id: VaultKeyID
    package let key: P256.PublicKey

    /// A vault key is a key on P-256 and nothing more.
    package init(_ key: P256.PublicKey) throws(VaultError) {
        let digest = try wrapping { () throws(CryptographyError) in try SHA256.digest(key.spki) }
        self.id = VaultKeyID(bytes: Array(digest.prefix(4)))
        self.key = key
    }

    /// The PAN sealed for this key and bound to `context`, as it is stored: 98 to 105 bytes.
    package func seal(_ pan: borrowing PAN, context: PANContext) throws(VaultError) -> [UInt8] {
        let aad = try context.aad(for: id)
        do {
            let ephemeral = try P256.PrivateKey()
            let point = ephemeral.publicKey.point
            let secret = try ephemeral.sharedSecret(with: key)
            let derived = try sealingKey(from: secret, recipient: key, ephemeralPoint: point)
            let ciphertext = try AES256GCM.seal(pan.digits, key: derived, iv: sealingIV, aad: aad)
            return SealedPAN(key: id, ephemeralPoint: point, ciphertext: ciphertext).bytes
        } catch { throw .cryptography(error) }
    }
}
