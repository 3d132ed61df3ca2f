internal import COpenSSL

/// Triple DES with two keys (NIST SP 800-67, section 3.2) in CBC without padding: what card networks' older keys
/// are for. New things use AES-256-GCM.
package struct TwoKeyTripleDES: ~Copyable, Sendable {
    /// The length of a block, and of an IV.
    package static let blockCount = 8

    private let key: SecretBytes

    /// Takes 16 bytes, two keys of 8 that differ: with equal ones it would be single DES. DES does not look at the
    /// lowest bit of each byte, the parity, so that a difference there is none.
    package init(key: consuming SecretBytes) throws(CryptographyError) {
        guard key.count == 16 else { throw CryptographyError("TwoKeyTripleDES: the key is not 16 bytes") }
        let differ = unsafe key.withUnsafeBytes { key in
            var difference: UInt8 = 0
            for index in 0..<8 { unsafe difference |= (key[index] ^ key[index + 8]) & 0xfe }
            return difference != 0
        }
        guard differ else { throw CryptographyError("TwoKeyTripleDES: both halves are one key") }
        self.key = key
    }

    /// The ciphertext of whole blocks, as long as the plaintext.
    package borrowing func encrypt(
        _ plaintext: borrowing SecretBytes, iv: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
        guard iv.count == Self.blockCount else {
            throw CryptographyError("TwoKeyTripleDES: the IV is not 8 bytes")
        }
        guard plaintext.count > 0, plaintext.count.isMultiple(of: Self.blockCount) else {
            throw CryptographyError("TwoKeyTripleDES: the plaintext is not whole blocks")
        }
        let context = unsafe try check(EVP_CIPHER_CTX_new(), "EVP_CIPHER_CTX_new")
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        try unsafe key.withUnsafeBytes { (key) throws(CryptographyError) in
            let start = unsafe key.baseAddress?.assumingMemoryBound(to: UInt8.self)
            unsafe try check(
                EVP_EncryptInit_ex(context, EVP_des_ede_cbc(), nil, start, iv), "EVP_EncryptInit_ex")
        }
        unsafe try check(EVP_CIPHER_CTX_set_padding(context, 0), "EVP_CIPHER_CTX_set_padding")
        let count = plaintext.count
        var ciphertext = [UInt8](repeating: 0, count: count)
        var written: Int32 = 0
        try unsafe plaintext.withUnsafeBytes { (plaintext) throws(CryptographyError) in
            let start = unsafe plaintext.baseAddress?.assumingMemoryBound(to: UInt8.self)
            unsafe try check(
                EVP_EncryptUpdate(context, &ciphertext, &written, start, Int32(count)),
                "EVP_EncryptUpdate")
        }
        guard written == count else { throw CryptographyError("EVP_EncryptUpdate: not all blocks") }
        return ciphertext
    }
}
