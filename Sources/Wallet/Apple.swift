internal import COpenSSL

/// Apple's server: it has the leaf's private key and opens what was encrypted to it.
package enum Apple {
    /// Why a pass could not be opened.
    package enum Defect: Error, Hashable, Sendable {
        case pointLength(Int)
        case pointForm
        case pointNotOnCurve
        case tooShort(Int)
        /// The tag does not agree: a wrong key, KDF, IV or AAD, or changed bytes.
        case tag
        /// OpenSSL could not do what it should always do.
        case broken

        package var sentence: String {
            switch self {
            case .pointLength(let count): "is \(count) bytes, and should be 65: 04, X, Y"
            case .pointForm: "does not begin with 04: not an uncompressed point"
            case .pointNotOnCurve: "is no point on P-256"
            case .tooShort(let count): "is \(count) bytes: no room for a tag of 16"
            case .tag: "does not open with the leaf's key: wrong KDF, IV, key or a missing tag"
            case .broken: "could not be looked at"
            }
        }
    }

    /// The payload in `answer`, ECC_V2: 65-byte point, ECDH, concatenation KDF, AES-256-GCM.
    package static func open(_ answer: PassAnswer, with leafKey: SimulatedKey) throws(Defect) -> [UInt8] {
        let point = answer.ephemeralPublicKey
        let ephemeral = try publicKey(point)
        let key: [UInt8]
        do { key = try contentKey(sharedSecret: leafKey.sharedSecret(with: ephemeral), point: point) } catch {
            throw .broken
        }
        return try open(answer.encryptedPassData, key: key)
    }

    /// The key on P-256 at `point`: exactly 65 bytes that begin with 04. OpenSSL alone would take other forms.
    package static func publicKey(_ point: [UInt8]) throws(Defect) -> SimulatedKey {
        guard point.count == 65 else { throw .pointLength(point.count) }
        guard point[0] == 4 else { throw .pointForm }
        let der = SimulatedKey.subjectPublicKeyInfo(curve: "1.2.840.10045.3.1.7", point: point)
        do { return try SimulatedKey(subjectPublicKeyInfo: der) } catch { throw .pointNotOnCurve }
    }

    /// NIST SP 800-56A, 5.8.2.1, one round: SHA-256 over counter, Z, AlgorithmID (one length byte before it),
    /// PartyU, PartyV. Written out, on purpose not by OpenSSL's own function for it.
    package static func contentKey(sharedSecret: [UInt8], point: [UInt8]) throws(WalletError) -> [UInt8] {
        let algorithm = Array("id-aes256-GCM".utf8)
        return try Digest.sha256.of(
            [0, 0, 0, 1] + sharedSecret + [UInt8(algorithm.count)] + algorithm + Array("Apple".utf8) + point)
    }

    /// AES-256-GCM: 12 zero bytes for an IV, no AAD, the tag in the last 16 bytes.
    package static func open(_ sealed: [UInt8], key: [UInt8]) throws(Defect) -> [UInt8] {
        guard sealed.count >= 16 else { throw .tooShort(sealed.count) }
        let ciphertext = Array(sealed.dropLast(16))
        var tag = Array(sealed.suffix(16))
        var clear = [UInt8](repeating: 0, count: ciphertext.count + 16)
        var (length, rest) = (Int32(0), Int32(0))
        let agrees: Bool
        do throws(WalletError) {
            let context = try unsafe check(EVP_CIPHER_CTX_new(), "EVP_CIPHER_CTX_new")
            defer { unsafe EVP_CIPHER_CTX_free(context) }
            let iv = [UInt8](repeating: 0, count: 12)
            try unsafe check(
                EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, iv), "EVP_DecryptInit_ex")
            try unsafe check(
                EVP_DecryptUpdate(context, &clear, &length, ciphertext, Int32(ciphertext.count)),
                "EVP_DecryptUpdate")
            try unsafe check(
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, &tag), "EVP_CIPHER_CTX_ctrl")
            agrees = unsafe EVP_DecryptFinal_ex(context, &clear, &rest) == 1
            ERR_clear_error()
        } catch {
            throw .broken
        }
        guard agrees else { throw .tag }
        return Array(clear.prefix(Int(length)))
    }
}
