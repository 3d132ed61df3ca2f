internal import COpenSSL

/// An OpenSSL key and its end. Imported once and then only read, so that threads may share it.
@safe
final class EVPKey: @unchecked Sendable {
    let pointer: OpaquePointer
    /// What its signatures are over.
    private let digest: Digest
    private let verifying = SpareContext()
    private let signing = SpareContext()
    private let deriving = SpareContext()
    private let generating = SpareContext()

    /// Takes over `pointer`, as a function that makes keys returned it. Signatures by it are over what `digest` gives.
    init(
        owning pointer: OpaquePointer?, _ operation: StaticString, hashing digest: Digest
    ) throws(CryptographyError) {
        unsafe self.pointer = try check(pointer, operation)
        self.digest = digest
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// Whether `signature`, in the form that OpenSSL takes for this kind of key, is this key's over `message`.
    /// A failure of any kind is a no.
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let hash = try? digest.of(message) else { return false }
        let isGood = unsafe verifying.lend(madeBy: { unsafe signatureContext(EVP_PKEY_verify_init) }) {
            context in
            unsafe EVP_PKEY_verify(context, signature, signature.count, hash, hash.count) == 1
        }
        if !isGood { ERR_clear_error() }
        return isGood
    }

    /// The signature over `message`, at most `limit` bytes.
    func signature(of message: [UInt8], atMost limit: Int) throws(CryptographyError) -> [UInt8] {
        try signature(ofHash: digest.of(message), atMost: limit)
    }

    /// The same over a message that is a secret.
    func signature(
        of message: borrowing SecretBytes, atMost limit: Int
    ) throws(CryptographyError) -> [UInt8] {
        try signature(ofHash: digest.of(message), atMost: limit)
    }

    private func signature(
        ofHash hash: [UInt8], atMost limit: Int
    ) throws(CryptographyError) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: limit)
        var count = limit
        let isGood = unsafe signing.lend(madeBy: { unsafe signatureContext(EVP_PKEY_sign_init) }) { context in
            count = limit
            return unsafe EVP_PKEY_sign(context, &signature, &count, hash, hash.count) == 1
        }
        guard isGood else { throw failure("EVP_PKEY_sign") }
        signature.removeSubrange(count...)
        return signature
    }

    /// ECDH: the x coordinate of the point that this key shares with `peer`, 32 bytes on P-256.
    func sharedSecret(with peer: EVPKey) throws(CryptographyError) -> SecretBytes {
        try unsafe SecretBytes(count: 32) { (secret) throws(CryptographyError) in
            let start = unsafe secret.baseAddress!.assumingMemoryBound(to: UInt8.self)
            let isGood = unsafe deriving.lend(madeBy: { unsafe context(EVP_PKEY_derive_init) }) { context in
                var written = 32
                // Not validated again: importing has checked the peer's point.
                return unsafe EVP_PKEY_derive_set_peer_ex(context, peer.pointer, 0) == 1
                    && EVP_PKEY_derive(context, start, &written) == 1 && written == 32
            }
            guard isGood else { throw failure("EVP_PKEY_derive") }
        }
    }

    /// A fresh key on this key's curve.
    func freshKey() throws(CryptographyError) -> EVPKey {
        var key: OpaquePointer?
        let isGood = unsafe generating.lend(madeBy: { unsafe context(EVP_PKEY_keygen_init) }) { context in
            unsafe EVP_PKEY_generate(context, &key) == 1
        }
        return unsafe try EVPKey(owning: isGood ? key : nil, "EVP_PKEY_generate", hashing: digest)
    }

    private typealias Initialiser = (OpaquePointer?) -> Int32

    /// A context of this key's for what `initialise` begins. Null where OpenSSL refuses.
    private func context(_ initialise: Initialiser) -> OpaquePointer? {
        let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil)
        guard unsafe initialise(context) == 1 else {
            unsafe EVP_PKEY_CTX_free(context)
            return nil
        }
        return unsafe context
    }

    /// The same for signatures.
    private func signatureContext(_ initialise: Initialiser) -> OpaquePointer? {
        let context = unsafe context(initialise)
        guard unsafe EVP_PKEY_CTX_set_signature_md(context, digest.algorithm.pointer) == 1 else {
            unsafe EVP_PKEY_CTX_free(context)
            return nil
        }
        return unsafe context
    }
}
