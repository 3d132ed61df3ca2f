import Cryptography
import TestSupport
import Testing

@testable import Provisioning

/// Published with several open implementations of in-app provisioning.
private let scalar = "7eee47dee108a08edd2bcd2bb762a543ca23ea96c9af09ad54beb9fa3ce1a026"
private let point =
    "0499a6f42e83ea4f150a78780ffb562c9cdb9b7507bc5d28cbfbf8cc3ef0af68b3"
    + "6e60cb10db69127830f7f899492017089e3b73c83fcf0ebdf2c06b613c3f88b7"
private let recipient =
    "042e3e5ccf6b9ab04be7a22f3faccfde73c87e87155394a34815408a896ca18a37"
    + "4dac669af3bf6220fc863767f4af47507c5bc221fc4a19874daf39b4074e3eb8"
private let sharedSecret = "a88b995fecbdf756515ed42ba53a6ccca4f5936f69cf4d15352c94c592b347b1"
private let contentKey = "083080d3d0c521c02cd3ae2134363d09ea50dff914677fab9e22f18f9c28a3b9"
private let sealedText = "dcac4fa2adb5592c94f503dd67fcd25260e780f69d520469cbe751eecbbab7"

private func ephemeral(_ hex: String = scalar) throws -> P256.PrivateKey {
    try P256.PrivateKey(scalar: SecretBytes(copying: [UInt8](hex: hex)))
}

private func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8)) }

private func hex(_ secret: borrowing SecretBytes) -> String {
    secret.withUnsafeBytes { [UInt8]($0).hex }
}

@Suite struct `ECC_V2` {
    @Test func `a published payload seals to the published bytes`() throws {
        let pass = try ECCV2.seal(
            secret("Data to encrypt"), toKey: P256.PublicKey(point: [UInt8](hex: recipient)),
            ephemeral: ephemeral(), encrypt: AES256GCM.seal)
        #expect(pass.ciphertextAndTag.hex == sealedText)
        #expect(pass.ephemeralPublicKey.hex == point)
    }

    @Test func `the content key is the one-round concatenation KDF over the raw point`() throws {
        let key = try ECCV2.contentKey(
            from: SecretBytes(copying: [UInt8](hex: sharedSecret)),
            ephemeralPublicKey: [UInt8](hex: point))
        #expect(hex(key) == contentKey)
    }

    struct Vectors: Decodable {
        struct Vector: Decodable {
            let name: String
            let ephemeral_private_key, ephemeral_public_key, recipient_public_key: String
            let shared_secret, aes256_key: String
            let plaintext_utf8: String?
            let ciphertext_and_tag: String?
        }
        let ecc_v2: [Vector]
    }

    @Test(.enabled(if: SharedData.has("ecc_v2/vectors.json"), "\(SharedData.missing)"))
    func `every known answer comes out byte for byte`() throws {
        let vectors = try SharedData.json("ecc_v2/vectors.json", as: Vectors.self).ecc_v2
        #expect(vectors.count == 4)
        #expect(vectors.count { $0.ciphertext_and_tag != nil } == 3)
        for vector in vectors {
            let key = try ephemeral(vector.ephemeral_private_key)
            let leaf = try P256.PublicKey(point: [UInt8](hex: vector.recipient_public_key))
            #expect(key.publicKey.point.hex == vector.ephemeral_public_key, "\(vector.name)")
            let shared = try key.sharedSecret(with: leaf)
            #expect(hex(shared) == vector.shared_secret, "\(vector.name)")
            let content = try ECCV2.contentKey(
                from: shared, ephemeralPublicKey: key.publicKey.point)
            #expect(hex(content) == vector.aes256_key, "\(vector.name)")
            guard let text = vector.plaintext_utf8, let expected = vector.ciphertext_and_tag else {
                continue  // The published figures of this one end with the key.
            }
            let pass = try ECCV2.seal(
                secret(text), toKey: leaf, ephemeral: key, encrypt: AES256GCM.seal)
            #expect(pass.ciphertextAndTag.hex == expected, "\(vector.name)")
            #expect(pass.ephemeralPublicKey.hex == vector.ephemeral_public_key, "\(vector.name)")
        }
    }

    /// Ciphers that go wrong in one way each.
    enum Fault: CaseIterable {
        case ciphertextBit, tagBit, tagMissing, byteMore, anotherPayload, anotherKey, anotherIV, clearText
    }

    private func faulty(_ fault: Fault) -> ECCV2.Encryption {
        { (payload, key, iv, additional) throws(CryptographyError) in
            var sealed = try AES256GCM.seal(payload, key: key, iv: iv, aad: additional)
            switch fault {
            case .ciphertextBit: sealed[0] ^= 1
            case .tagBit: sealed[sealed.count - 1] ^= 0x80
            case .tagMissing: sealed.removeLast(16)
            case .byteMore: sealed.append(0)
            case .anotherPayload:
                sealed = try AES256GCM.seal(
                    secret("Data to encrypT"), key: key, iv: iv, aad: additional)
            case .anotherKey:
                sealed = try AES256GCM.seal(
                    payload, key: SecretBytes(copying: [UInt8](repeating: 1, count: 32)), iv: iv,
                    aad: additional)
            case .anotherIV:
                sealed = try AES256GCM.seal(
                    payload, key: key, iv: [UInt8](repeating: 1, count: 12), aad: additional)
            case .clearText: sealed = Array("Data to encrypt".utf8)
            }
            return sealed
        }
    }

    @Test(arguments: Fault.allCases)
    func `the self-check lets nothing out that Apple could not open`(fault: Fault) {
        #expect(throws: Failure.selfCheckFailed) {
            try ECCV2.seal(
                secret("Data to encrypt"), toKey: P256.PublicKey(point: [UInt8](hex: recipient)),
                ephemeral: ephemeral(), encrypt: faulty(fault))
        }
    }

    @Test func `a cipher that refuses is a failed encryption`() {
        #expect(throws: Failure.encryptionFailed) {
            try ECCV2.seal(
                secret("Data to encrypt"), toKey: P256.PublicKey(point: [UInt8](hex: recipient)),
                ephemeral: ephemeral()
            ) { (_, _, _, _) throws(CryptographyError) in throw CryptographyError("EVP_EncryptUpdate") }
        }
    }

    @Test func `the self-check opens what is right`() throws {
        #expect(try opens(sending: point, own: point))
    }

    @Test func `the self-check refuses a point that is not the key's own`() throws {
        #expect(try !opens(sending: recipient, own: point))
        #expect(try !opens(sending: point, own: recipient))
        #expect(try !opens(sending: String(point.dropFirst(2)), own: point))
        #expect(try !opens(sending: point + "00", own: point))
    }

    @Test func `the self-check refuses a point from which another key follows`() throws {
        #expect(try !opens(sending: recipient, own: recipient))
    }

    private func opens(sending sent: String, own: String) throws -> Bool {
        ECCV2.opens(
            ECCV2.SealedPass(
                ciphertextAndTag: [UInt8](hex: sealedText), ephemeralPublicKey: [UInt8](hex: sent)),
            to: secret("Data to encrypt"),
            sharedSecret: SecretBytes(copying: [UInt8](hex: sharedSecret)),
            ephemeral: try P256.PublicKey(point: [UInt8](hex: own)))
    }
}
