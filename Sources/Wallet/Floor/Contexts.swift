internal import COpenSSL

/// A context of OpenSSL's for a public-key operation, used again and again, and its end.
@safe
final class KeyContext {
    let pointer: OpaquePointer

    private init(_ pointer: OpaquePointer?, _ call: StaticString) throws(WalletError) {
        unsafe self.pointer = try check(pointer, call)
    }

    deinit { unsafe EVP_PKEY_CTX_free(pointer) }

    private static func of(_ key: SimulatedKey) throws(WalletError) -> KeyContext {
        unsafe try KeyContext(
            EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil), "EVP_PKEY_CTX_new_from_pkey")
    }

    private static func ofCurves() throws(WalletError) -> KeyContext {
        unsafe try KeyContext(EVP_PKEY_CTX_new_from_name(nil, "EC", nil), "EVP_PKEY_CTX_new_from_name")
    }

    static func verifying(by key: SimulatedKey) throws(WalletError) -> KeyContext {
        let context = try of(key)
        try unsafe check(EVP_PKEY_verify_init(context.pointer), "EVP_PKEY_verify_init")
        try context.hash(for: key)
        return context
    }

    static func signing(by key: SimulatedKey) throws(WalletError) -> KeyContext {
        let context = try of(key)
        try unsafe check(EVP_PKEY_sign_init(context.pointer), "EVP_PKEY_sign_init")
        try context.hash(for: key)
        return context
    }

    /// SHA-256, and PKCS #1 v1.5 with RSA.
    private func hash(for key: SimulatedKey) throws(WalletError) {
        try unsafe check(
            EVP_PKEY_CTX_set_signature_md(pointer, EVP_sha256()), "EVP_PKEY_CTX_set_signature_md")
        guard key.family == EVP_PKEY_RSA else { return }
        try unsafe check(
            EVP_PKEY_CTX_set_rsa_padding(pointer, RSA_PKCS1_PADDING), "EVP_PKEY_CTX_set_rsa_padding")
    }

    static func deriving(by key: SimulatedKey) throws(WalletError) -> KeyContext {
        let context = try of(key)
        try unsafe check(EVP_PKEY_derive_init(context.pointer), "EVP_PKEY_derive_init")
        return context
    }

    static func generatingP256() throws(WalletError) -> KeyContext {
        let context = try ofCurves()
        try unsafe check(EVP_PKEY_keygen_init(context.pointer), "EVP_PKEY_keygen_init")
        try unsafe check(
            EVP_PKEY_CTX_set_group_name(context.pointer, "prime256v1"), "EVP_PKEY_CTX_set_group_name")
        return context
    }

    static func importing() throws(WalletError) -> KeyContext {
        let context = try ofCurves()
        try unsafe check(EVP_PKEY_fromdata_init(context.pointer), "EVP_PKEY_fromdata_init")
        return context
    }
}

/// The same for a cipher.
@safe
final class CipherContext {
    let pointer: OpaquePointer

    init() throws(WalletError) { unsafe pointer = try check(EVP_CIPHER_CTX_new(), "EVP_CIPHER_CTX_new") }

    deinit { unsafe EVP_CIPHER_CTX_free(pointer) }
}

/// OpenSSL's own object for a certificate.
@safe
final class ParsedCertificate {
    let pointer: OpaquePointer

    init(_ der: [UInt8]) throws(WalletError) {
        unsafe pointer = try parsed(der, "d2i_X509") { cursor, count in
            unsafe d2i_X509(nil, &cursor, count)
        }
    }

    deinit { unsafe X509_free(pointer) }
}
