internal import COpenSSL

/// An RSA key pair of 2048 to 4096 bits that makes PKCS #1 v1.5 signatures. OpenSSL cleanses it when it ends.
package struct RSAPrivateKey: ~Copyable, Sendable {
    private let key: EVPKey
    /// The modulus's length, and so each signature's: 256 to 512 bytes.
    private let count: Int

    /// An unencrypted key in PEM, PKCS#8 (`PRIVATE KEY`) or PKCS#1 (`RSA PRIVATE KEY`), for any RSA padding. Its
    /// numbers must belong together, which takes up to half a second to find out, once.
    package init(pem: borrowing SecretBytes) throws(CryptographyError) {
        let key = try PEM.privateKey(in: pem)
        guard unsafe EVP_PKEY_get_base_id(key.pointer) == EVP_PKEY_RSA else {
            throw CryptographyError("RSAPrivateKey: not an RSA key")
        }
        guard unsafe (2048...4096).contains(EVP_PKEY_get_bits(key.pointer)) else {
            throw CryptographyError("RSAPrivateKey: not 2048 to 4096 bits")
        }
        let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        unsafe try check(EVP_PKEY_check(context), "EVP_PKEY_check")
        self.key = key
        count = unsafe Int(EVP_PKEY_get_size(key.pointer))
    }

    /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, 8.2.1) over a message that is a secret; as long as the modulus.
    package borrowing func signaturePKCS1(
        of message: borrowing SecretBytes
    ) throws(CryptographyError) -> [UInt8] {
        let signature = try key.signature(of: message, atMost: count)
        guard signature.count == count else {
            throw CryptographyError("EVP_PKEY_sign: not the modulus's length")
        }
        return signature
    }
}
