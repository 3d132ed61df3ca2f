internal import COpenSSL

/// A key pair of the simulated Apple, its certificate authority or its phone. Made for tests, worth nothing.
@safe
package final class SimulatedKey {
    /// What a key can be. `curve` takes OpenSSL's name, as in `prime256v1`, `secp384r1`, `secp256k1`.
    package enum Kind: Hashable, Sendable {
        case curve(String)
        case rsa(bits: Int)
        case ed25519

        package static let p256 = Kind.curve("prime256v1")
        package static let p384 = Kind.curve("secp384r1")
    }

    /// Owned: freed with the object, never changed after it was made.
    let pointer: OpaquePointer

    private init(owning pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// A fresh key pair. RSA of more than 4096 bits takes seconds.
    package convenience init(_ kind: Kind) throws(WalletError) {
        let name =
            switch kind {
            case .curve: "EC"
            case .rsa: "RSA"
            case .ed25519: "ED25519"
            }
        let context = try unsafe check(
            EVP_PKEY_CTX_new_from_name(nil, name, nil), "EVP_PKEY_CTX_new_from_name")
        defer { unsafe EVP_PKEY_CTX_free(context) }
        try unsafe check(EVP_PKEY_keygen_init(context), "EVP_PKEY_keygen_init")
        switch kind {
        case .curve(let curve):
            try unsafe check(EVP_PKEY_CTX_set_group_name(context, curve), "EVP_PKEY_CTX_set_group_name")
        case .rsa(let bits):
            try unsafe check(
                EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits)), "EVP_PKEY_CTX_set_rsa_keygen_bits")
        case .ed25519: break
        }
        var key: OpaquePointer?
        try unsafe check(EVP_PKEY_generate(context, &key), "EVP_PKEY_generate")
        try unsafe self.init(owning: check(key, "EVP_PKEY_generate"))
    }

    /// The private key in `pem`, without a passphrase.
    package convenience init(privateKeyPEM pem: String) throws(WalletError) {
        let bio = try unsafe reader(pem)
        defer { unsafe BIO_free(bio) }
        try unsafe self.init(
            owning: check(PEM_read_bio_PrivateKey(bio, nil, nil, nil), "PEM_read_bio_PrivateKey"))
    }

    /// The public key in `pem`: it verifies, and signs nothing.
    package convenience init(publicKeyPEM pem: String) throws(WalletError) {
        let bio = try unsafe reader(pem)
        defer { unsafe BIO_free(bio) }
        try unsafe self.init(owning: check(PEM_read_bio_PUBKEY(bio, nil, nil, nil), "PEM_read_bio_PUBKEY"))
    }

    /// The public key in a DER SubjectPublicKeyInfo.
    package convenience init(subjectPublicKeyInfo der: [UInt8]) throws(WalletError) {
        try unsafe self.init(
            owning: parsed(der, "d2i_PUBKEY") { cursor, count in unsafe d2i_PUBKEY(nil, &cursor, count) })
    }

    /// The P-256 key pair with this private scalar, 32 bytes, big endian: SEC 1, C.4.
    package convenience init(p256Scalar scalar: [UInt8]) throws(WalletError) {
        let der = DER.sequence(
            DER.integer(1), DER.octets(scalar), DER.tagged(0, DER.oid("1.2.840.10045.3.1.7")))
        try unsafe self.init(
            owning: parsed(der, "d2i_PrivateKey") { cursor, count in
                unsafe d2i_PrivateKey(EVP_PKEY_EC, nil, &cursor, count)
            })
    }

    /// The public key as DER SubjectPublicKeyInfo: named curve, uncompressed point.
    package func subjectPublicKeyInfo() throws(WalletError) -> [UInt8] {
        var buffer: UnsafeMutablePointer<UInt8>?
        let length = unsafe i2d_PUBKEY(pointer, &buffer)
        let start = try unsafe check(buffer, "i2d_PUBKEY")
        defer { unsafe CRYPTO_free(start, nil, 0) }
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(length)))
    }

    /// PKCS#8, not encrypted.
    package func privateKeyPEM() throws(WalletError) -> String {
        try unsafe written { bio in
            unsafe PEM_write_bio_PrivateKey(bio, pointer, nil, nil, 0, nil, nil)
        }
    }

    /// SubjectPublicKeyInfo.
    package func publicKeyPEM() throws(WalletError) -> String {
        try unsafe written { bio in unsafe PEM_write_bio_PUBKEY(bio, pointer) }
    }
}

// An EVP_PKEY that nobody changes may be read from any thread.
extension SimulatedKey: @unchecked Sendable {}

/// A memory BIO over a copy of `text`; whoever asked frees it.
private func reader(_ text: String) throws(WalletError) -> OpaquePointer {
    let bio = try unsafe check(BIO_new(BIO_s_mem()), "BIO_new")
    let bytes = Array(text.utf8)
    guard unsafe BIO_write(bio, bytes, Int32(bytes.count)) == Int32(bytes.count) else {
        unsafe BIO_free(bio)
        throw .malformed("PEM")
    }
    return unsafe bio
}

/// What `write` puts into a memory BIO, as text.
private func written(_ write: (OpaquePointer) -> Int32) throws(WalletError) -> String {
    let bio = try unsafe check(BIO_new(BIO_s_mem()), "BIO_new")
    defer { unsafe BIO_free(bio) }
    try unsafe check(write(bio), "PEM_write_bio")
    var text = unsafe [UInt8](repeating: 0, count: BIO_ctrl_pending(bio))
    let length = unsafe BIO_read(bio, &text, Int32(text.count))
    return String(decoding: text.prefix(Int(max(0, length))), as: UTF8.self)
}
