package import Cryptography

/// Apple's ECC_V2: the payload, encrypted so that only the holder of the leaf's private key reads it.
package enum ECCV2 {
    /// What PassKit is given of it.
    package struct SealedPass: Sendable, Equatable {
        /// The ciphertext and a tag of 16 bytes.
        package let ciphertextAndTag: [UInt8]
        /// `04 || X || Y`, 65 bytes.
        package let ephemeralPublicKey: [UInt8]
    }

    /// Seals `payload` to a leaf that passed every rule, and opens the result again before giving it away.
    ///
    /// The IV is constant: a key pair used twice gives both payloads away, so the key is consumed, whatever
    /// comes of it. Throws `encryptionFailed` where a step could not be done, `selfCheckFailed` where the result
    /// is not what it should be.
    package static func seal(
        _ payload: borrowing SecretBytes, to leaf: VerifiedLeaf, ephemeral: consuming P256.PrivateKey
    ) throws(Failure) -> SealedPass {
        try seal(payload, toKey: leaf.key, ephemeral: ephemeral, encrypt: AES256GCM.seal)
    }

    /// A cipher: plaintext, key, IV, additional data.
    typealias Encryption = (
        borrowing SecretBytes, borrowing SecretBytes, [UInt8], [UInt8]
    ) throws(CryptographyError) -> [UInt8]

    /// The same for a key that nobody verified: for known answers, which have no certificate that is valid today.
    static func seal(
        _ payload: borrowing SecretBytes, toKey recipient: P256.PublicKey,
        ephemeral: consuming P256.PrivateKey, encrypt: Encryption
    ) throws(Failure) -> SealedPass {
        let pass: SealedPass
        let isGood: Bool
        do {
            // 1. The ephemeral pair (d, E); E as 04 || X || Y.
            let point = ephemeral.publicKey.point
            // 2. Z = ECDH(d, leaf key), the x coordinate, exactly 32 bytes.
            let sharedSecret = try ephemeral.sharedSecret(with: recipient)
            // 3. K, from Z and the point.
            let key = try contentKey(from: sharedSecret, ephemeralPublicKey: point)
            // 4. AES-256-GCM with an IV of zeros and no additional data; the tag follows the ciphertext.
            pass = SealedPass(
                ciphertextAndTag: try encrypt(payload, key, iv, []), ephemeralPublicKey: point)
            // 5. What would be sent, looked at as the other side will.
            isGood = opens(
                pass, to: payload, sharedSecret: sharedSecret, ephemeral: ephemeral.publicKey)
        } catch {
            throw .encryptionFailed
        }
        guard isGood else { throw .selfCheckFailed }
        return pass
    }

    /// Step 5: the 65 bytes are the key's own point, K derived anew from Z and those bytes opens the ciphertext,
    /// and what it opens to is the payload, compared in constant time.
    static func opens(
        _ pass: SealedPass, to payload: borrowing SecretBytes, sharedSecret: borrowing SecretBytes,
        ephemeral: P256.PublicKey
    ) -> Bool {
        guard pass.ephemeralPublicKey == ephemeral.point else { return false }
        do {
            let key = try contentKey(from: sharedSecret, ephemeralPublicKey: pass.ephemeralPublicKey)
            return try AES256GCM.open(pass.ciphertextAndTag, key: key, iv: iv, aad: []).equals(payload)
        } catch {
            return false
        }
    }

    /// `K = SHA-256(00 00 00 01 || Z || 0D || "id-aes256-GCM" || "Apple" || E)`: NIST SP 800-56A, one round. Only
    /// AlgorithmID carries its length; PartyU is "Apple", PartyV the raw point. It is not the KDF of ANSI X9.63.
    static func contentKey(
        from sharedSecret: borrowing SecretBytes, ephemeralPublicKey: [UInt8]
    ) throws(CryptographyError) -> SecretBytes {
        let algorithm = Array("id-aes256-GCM".utf8)
        let information = [UInt8(algorithm.count)] + algorithm + Array("Apple".utf8) + ephemeralPublicKey
        return try SingleStepKDF.derive(count: 32, from: sharedSecret, info: information)
    }

    /// 12 zero bytes, as Apple fixes it: payment tokens have 16.
    private static let iv = [UInt8](repeating: 0, count: 12)
}
