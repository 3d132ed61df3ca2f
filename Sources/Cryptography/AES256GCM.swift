internal import COpenSSL

/// AES-256 in Galois/Counter Mode (NIST SP 800-38D) with a key of 32 bytes, an IV of 12 and a tag of 16.
package enum AES256GCM {
    /// The length of the tag, which follows the ciphertext.
    package static let tagCount = 16

    /// `ciphertext || tag`. A key and IV must never be used for two plaintexts.
    package static func seal(
        _ plaintext: borrowing SecretBytes, key: borrowing SecretBytes, iv: [UInt8], aad: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
        let context = unsafe try start(EVP_EncryptInit_ex, "EVP_EncryptInit_ex", key: key, iv: iv)
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        var written: Int32 = 0
        let count = plaintext.count
        var sealed = [UInt8](repeating: 0, count: count + tagCount)
        unsafe try check(
            EVP_EncryptUpdate(context, nil, &written, aad, Int32(aad.count)), "EVP_EncryptUpdate")
        try unsafe plaintext.withUnsafeBytes { (plaintext) throws(CryptographyError) in
            let start = unsafe plaintext.baseAddress?.assumingMemoryBound(to: UInt8.self)
            unsafe try check(
                EVP_EncryptUpdate(context, &sealed, &written, start, Int32(count)), "EVP_EncryptUpdate")
        }
        var tag = [UInt8](repeating: 0, count: tagCount)
        unsafe try check(EVP_EncryptFinal_ex(context, &tag, &written), "EVP_EncryptFinal_ex")
        unsafe try check(
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagCount), &tag),
            "EVP_CTRL_AEAD_GET_TAG")
        sealed.replaceSubrange(count..., with: tag)
        return sealed
    }

    /// The plaintext of `ciphertext || tag`; throws unless the tag is right.
    package static func open(
        _ sealed: [UInt8], key: borrowing SecretBytes, iv: [UInt8], aad: [UInt8]
    ) throws(CryptographyError) -> SecretBytes {
        guard sealed.count >= tagCount else { throw CryptographyError("AES256GCM.open: no tag") }
        let context = unsafe try start(EVP_DecryptInit_ex, "EVP_DecryptInit_ex", key: key, iv: iv)
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        var written: Int32 = 0
        unsafe try check(
            EVP_DecryptUpdate(context, nil, &written, aad, Int32(aad.count)), "EVP_DecryptUpdate")
        let count = sealed.count - tagCount
        let plaintext = try unsafe SecretBytes(count: count) { (output) throws(CryptographyError) in
            let start = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self)
            unsafe try check(
                EVP_DecryptUpdate(context, start, &written, sealed, Int32(count)), "EVP_DecryptUpdate")
        }
        var tag = Array(sealed[count...])
        unsafe try check(
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagCount), &tag),
            "EVP_CTRL_AEAD_SET_TAG")
        unsafe try check(EVP_DecryptFinal_ex(context, &tag, &written), "EVP_DecryptFinal_ex")
        return plaintext
    }

    private typealias Initialiser = (
        OpaquePointer?, OpaquePointer?, OpaquePointer?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?
    ) -> Int32

    /// A context with key and IV in place; the caller frees it.
    private static func start(
        _ initialise: Initialiser, _ operation: StaticString, key: borrowing SecretBytes, iv: [UInt8]
    ) throws(CryptographyError) -> OpaquePointer {
        guard key.count == 32 else { throw CryptographyError("AES256GCM: the key is not 32 bytes") }
        guard iv.count == 12 else { throw CryptographyError("AES256GCM: the IV is not 12 bytes") }
        let context = unsafe try check(EVP_CIPHER_CTX_new(), "EVP_CIPHER_CTX_new")
        let result = unsafe key.withUnsafeBytes { key in
            unsafe initialise(
                context, Algorithm.aes256GCM.pointer, nil,
                key.baseAddress?.assumingMemoryBound(to: UInt8.self), iv)
        }
        guard result == 1 else {
            unsafe EVP_CIPHER_CTX_free(context)
            throw failure(operation)
        }
        return unsafe context
    }
}
