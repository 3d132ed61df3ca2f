internal import COpenSSL

/// An OpenSSL key and its end. Imported once and then only read, so that threads may share it.
@safe
final class EVPKey: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over `pointer`, as a function that makes keys returned it.
    init(owning pointer: OpaquePointer?, _ operation: StaticString) throws(CryptographyError) {
        unsafe self.pointer = try check(pointer, operation)
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// Whether `signature`, in the form that OpenSSL takes for this kind of key, is this key's over `message`.
    /// A failure of any kind is a no.
    func verifies(_ signature: [UInt8], of message: [UInt8], digest: OpaquePointer) -> Bool {
        let context = unsafe EVP_MD_CTX_new()
        defer {
            unsafe EVP_MD_CTX_free(context)
            ERR_clear_error()
        }
        guard unsafe EVP_DigestVerifyInit(context, nil, digest, nil, pointer) == 1 else { return false }
        return unsafe EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}
