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
        let context = unsafe try KeyContext(
            EVP_PKEY_CTX_new_from_name(nil, "EC", nil), "EVP_PKEY_CTX_new_from_name")
        try unsafe check(EVP_PKEY_keygen_init(context.pointer), "EVP_PKEY_keygen_init")
        try unsafe check(
            EVP_PKEY_CTX_set_group_name(context.pointer, "prime256v1"), "EVP_PKEY_CTX_set_group_name")
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

/// An algorithm of OpenSSL's, looked up beforehand.
@safe
final class Fetched {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer?) throws(WalletError) {
        unsafe self.pointer = try check(pointer, "EVP_fetch")
    }

    static func sha256() throws(WalletError) -> Fetched {
        unsafe try Fetched(EVP_MD_fetch(nil, "SHA256", nil))
    }
}

/// A public key on P-256 from which others have their curve.
@safe
final class CurveKey {
    let pointer: OpaquePointer

    init(_ point: [UInt8]) throws(WalletError) {
        unsafe pointer = try check(
            passwright_ec_public("prime256v1", point, point.count), "EVP_PKEY_fromdata")
    }

    deinit { unsafe EVP_PKEY_free(pointer) }
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
