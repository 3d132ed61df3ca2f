internal import COpenSSL

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    /// The digest of `bytes`, 32 bytes.
    package static func digest(_ bytes: [UInt8]) throws(CryptographyError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        unsafe try check(EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil), "EVP_Digest")
        return digest
    }
}
