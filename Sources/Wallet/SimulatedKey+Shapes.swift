internal import COpenSSL

/// The ways in which a certificate can write an elliptic-curve key, the good one first.
package enum PublicKeyShape: CaseIterable, Sendable {
    /// Named curve, `04 || X || Y`.
    case uncompressed
    /// `02` or `03`, X.
    case compressed
    /// `06` or `07`, X, Y.
    case hybrid
    /// One zero byte.
    case infinity
    /// `04 || X || Y` with one bit of Y changed.
    case offTheCurve
    /// The curve's numbers in place of its name.
    case explicitParameters
}

extension SimulatedKey {
    /// The key on P-256 as SubjectPublicKeyInfo in an odd shape, for `CertificateTemplate.subjectPublicKeyInfo`.
    package func subjectPublicKeyInfo(_ shape: PublicKeyShape) throws(WalletError) -> [UInt8] {
        var point = try point()
        let odd = point[64] & 1
        switch shape {
        case .uncompressed: break
        case .compressed: point = [2 | odd] + point[1...32]
        case .hybrid: point[0] = 6 | odd
        case .infinity: point = [0]
        case .offTheCurve: point[64] ^= 1
        case .explicitParameters: return try explicitParameters()
        }
        return SimulatedKey.subjectPublicKeyInfo(curve: "1.2.840.10045.3.1.7", point: point)
    }

    /// A SubjectPublicKeyInfo with whatever curve and point bytes are given.
    package static func subjectPublicKeyInfo(curve: String, point: [UInt8]) -> [UInt8] {
        DER.sequence(
            DER.sequence(DER.oid("1.2.840.10045.2.1"), DER.oid(curve)),
            DER.bits(point))
    }

    private func explicitParameters() throws(WalletError) -> [UInt8] {
        let copy = try unsafe check(EVP_PKEY_dup(pointer), "EVP_PKEY_dup")
        defer { unsafe EVP_PKEY_free(copy) }
        try unsafe check(
            EVP_PKEY_set_utf8_string_param(copy, OSSL_PKEY_PARAM_EC_ENCODING, "explicit"),
            "EVP_PKEY_set_utf8_string_param")
        var buffer: UnsafeMutablePointer<UInt8>?
        let length = unsafe i2d_PUBKEY(copy, &buffer)
        let start = try unsafe check(buffer, "i2d_PUBKEY")
        defer { unsafe CRYPTO_free(start, nil, 0) }
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(length)))
    }
}
