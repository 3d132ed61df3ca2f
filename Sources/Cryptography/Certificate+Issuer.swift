internal import COpenSSL

// The two halves of a link in a chain, apart: for telling *why* a path was refused. That it is accepted is said
// by `ChainVerification.verify` alone.
extension Certificate {
    /// Whether the issuer's name is `other`'s subject, compared as RFC 5280, 7.1 has it.
    package func isIssuedInName(of other: Certificate) -> Bool {
        // The names alone: a whole certificate costs a hundred times as much, most of it for its key.
        guard let mine = ParsedName(issuer), let theirs = ParsedName(other.subject) else { return false }
        return unsafe X509_NAME_cmp(mine.pointer, theirs.pointer) == 0
    }

    /// Whether the signature is by `other`'s key. A failure of any kind is a no, and so is a key or a signature
    /// of a kind that a chain here cannot have.
    package func isSigned(by other: Certificate) -> Bool {
        guard signatureAlgorithm != .other, key.uncompressedPoint != nil,
            other.key.uncompressedPoint != nil, let mine = try? ParsedCertificate(self),
            let theirs = try? ParsedCertificate(other)
        else { return false }
        defer { ERR_clear_error() }
        return unsafe X509_verify(mine.pointer, X509_get0_pubkey(theirs.pointer)) == 1
    }
}

/// OpenSSL's own object for a name, and its end.
@safe
private struct ParsedName: ~Copyable {
    let pointer: OpaquePointer

    /// Null where OpenSSL cannot read it, though it is strict DER.
    init?(_ der: [UInt8]) {
        let parsed = unsafe der.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            return unsafe d2i_X509_NAME(nil, &cursor, bytes.count)
        }
        guard let parsed = unsafe parsed else {
            ERR_clear_error()
            return nil
        }
        unsafe pointer = parsed
    }

    deinit { unsafe X509_NAME_free(pointer) }
}
