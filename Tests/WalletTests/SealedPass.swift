import COpenSSL
import Wallet

/// A server's side of ECC_V2 with every step open to a mistake, so that the wallet's opening has something to refuse.
struct SealedPass {
    var payload: [UInt8]
    var iv = [UInt8](repeating: 0, count: 12)
    /// What is hashed into the content key, from Z and the ephemeral point.
    var kdfInput: (_ secret: [UInt8], _ point: [UInt8]) -> [UInt8] = { secret, point in
        [0, 0, 0, 1] + secret + [0x0d] + Array("id-aes256-GCM".utf8) + Array("Apple".utf8) + point
    }
    var associated: [UInt8] = []
    var activation: [UInt8] = [1]

    init(_ payload: String) { self.payload = Array(payload.utf8) }

    func seal(to leafKey: SimulatedKey) throws -> PassAnswer {
        let ephemeral = try SimulatedKey(.p256)
        let point = try ephemeral.point()
        let key = try Digest.sha256.of(kdfInput(ephemeral.sharedSecret(with: leafKey), point))
        return PassAnswer(
            activationData: activation, encryptedPassData: encrypt(key: key), ephemeralPublicKey: point)
    }

    private func encrypt(key: [UInt8]) -> [UInt8] {
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, nil, nil)
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(iv.count), nil)
        EVP_EncryptInit_ex(context, nil, nil, key, iv)
        var (length, sealed) = (Int32(0), [UInt8](repeating: 0, count: payload.count))
        if !associated.isEmpty {
            EVP_EncryptUpdate(context, nil, &length, associated, Int32(associated.count))
        }
        EVP_EncryptUpdate(context, &sealed, &length, payload, Int32(payload.count))
        EVP_EncryptFinal_ex(context, nil, &length)
        var tag = [UInt8](repeating: 0, count: 16)
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag)
        return sealed + tag
    }
}
