internal import COpenSSL

extension SimulatedKey {
    /// Whether the key is on an elliptic curve, RSA, or Ed25519, for the algorithm's identifier.
    var family: Int32 { unsafe EVP_PKEY_get_base_id(pointer) }

    /// A signature over `message`: ECDSA as DER, RSA as PKCS #1 v1.5, Ed25519 without a digest.
    package func sign(_ message: [UInt8], _ digest: Digest) throws(WalletError) -> [UInt8] {
        let context = try unsafe check(EVP_MD_CTX_new(), "EVP_MD_CTX_new")
        defer { unsafe EVP_MD_CTX_free(context) }
        let algorithm = unsafe family == EVP_PKEY_ED25519 ? nil : digest.algorithm
        try unsafe check(EVP_DigestSignInit(context, nil, algorithm, nil, pointer), "EVP_DigestSignInit")
        var length = 0
        try unsafe check(EVP_DigestSign(context, nil, &length, message, message.count), "EVP_DigestSign")
        var signature = [UInt8](repeating: 0, count: length)
        try unsafe check(
            EVP_DigestSign(context, &signature, &length, message, message.count), "EVP_DigestSign")
        return Array(signature.prefix(length))
    }

    /// Verifies a signature in the forms that `sign` makes; throws where it does not hold.
    package func verify(
        _ signature: [UInt8], over message: [UInt8], _ digest: Digest
    ) throws(WalletError) {
        let context = try unsafe check(EVP_MD_CTX_new(), "EVP_MD_CTX_new")
        defer { unsafe EVP_MD_CTX_free(context) }
        let algorithm = unsafe family == EVP_PKEY_ED25519 ? nil : digest.algorithm
        try unsafe check(EVP_DigestVerifyInit(context, nil, algorithm, nil, pointer), "EVP_DigestVerifyInit")
        try unsafe check(
            EVP_DigestVerify(context, signature, signature.count, message, message.count),
            "EVP_DigestVerify")
    }

    /// An ECDSA-SHA256 signature as `r || s`, 64 bytes: only for a key on P-256.
    package func signRaw(_ message: [UInt8]) throws(WalletError) -> [UInt8] {
        try ECDSASignature(der: sign(message, .sha256)).raw
    }

    /// The x coordinate of the point that this key and `peer` share: ECDH, 32 bytes on P-256.
    package func sharedSecret(with peer: SimulatedKey) throws(WalletError) -> [UInt8] {
        let context = try unsafe check(EVP_PKEY_CTX_new(pointer, nil), "EVP_PKEY_CTX_new")
        defer { unsafe EVP_PKEY_CTX_free(context) }
        try unsafe check(EVP_PKEY_derive_init(context), "EVP_PKEY_derive_init")
        try unsafe check(EVP_PKEY_derive_set_peer(context, peer.pointer), "EVP_PKEY_derive_set_peer")
        var secret = [UInt8](repeating: 0, count: 66)
        var length = secret.count
        try unsafe check(EVP_PKEY_derive(context, &secret, &length), "EVP_PKEY_derive")
        return Array(secret.prefix(length))
    }

    /// The public point, `04 || X || Y`: only for a key on a curve.
    package func point() throws(WalletError) -> [UInt8] {
        var point = [UInt8](repeating: 0, count: 256)
        var length = 0
        try unsafe check(
            EVP_PKEY_get_octet_string_param(pointer, OSSL_PKEY_PARAM_PUB_KEY, &point, point.count, &length),
            "EVP_PKEY_get_octet_string_param")
        return Array(point.prefix(length))
    }

    /// SHA-1 of the public key's bits, 20 bytes: RFC 5280, 4.2.1.2 (1).
    package func keyIdentifier() throws(WalletError) -> [UInt8] {
        var identifier = [UInt8](repeating: 0, count: 20)
        let der = try subjectPublicKeyInfo()
        let key = try unsafe parsed(der, "d2i_X509_PUBKEY") { cursor, count in
            unsafe d2i_X509_PUBKEY(nil, &cursor, count)
        }
        defer { unsafe X509_PUBKEY_free(key) }
        var bits: UnsafePointer<UInt8>?
        var count: Int32 = 0
        try unsafe check(X509_PUBKEY_get0_param(nil, &bits, &count, nil, key), "X509_PUBKEY_get0_param")
        try unsafe check(
            EVP_Digest(bits, Int(count), &identifier, nil, EVP_sha1(), nil), "EVP_Digest")
        return identifier
    }
}

/// An ECDSA signature on P-256 in its two spellings.
package struct ECDSASignature: Sendable {
    /// `r || s`, 64 bytes.
    package let raw: [UInt8]
    /// SEQUENCE of two INTEGERs.
    package let der: [UInt8]

    /// The order of P-256, which both numbers are below: SEC 2, 2.4.2.
    package static let order: [UInt8] = [
        0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
    ]

    package init(raw: [UInt8]) throws(WalletError) {
        guard raw.count == 64 else { throw .malformed("an ES256 signature is 64 bytes") }
        self.raw = raw
        der = DER.sequence(DER.integer(Array(raw.prefix(32))), DER.integer(Array(raw.suffix(32))))
    }

    package init(der: [UInt8]) throws(WalletError) {
        let signature = try unsafe parsed(der, "d2i_ECDSA_SIG") { cursor, count in
            unsafe d2i_ECDSA_SIG(nil, &cursor, count)
        }
        defer { unsafe ECDSA_SIG_free(signature) }
        var raw = [UInt8](repeating: 0, count: 64)
        let fits = unsafe raw.withUnsafeMutableBufferPointer { bytes in
            unsafe BN_bn2binpad(ECDSA_SIG_get0_r(signature), bytes.baseAddress, 32) == 32
                && BN_bn2binpad(ECDSA_SIG_get0_s(signature), bytes.baseAddress! + 32, 32) == 32
        }
        guard fits else { throw .malformed("an ES256 signature has two numbers of 32 bytes") }
        self.raw = raw
        self.der = der
    }
}
