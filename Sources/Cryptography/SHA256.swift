/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    /// The digest of `bytes`, 32 bytes.
    package static func digest(_ bytes: [UInt8]) throws(CryptographyError) -> [UInt8] {
        try Digest.sha256.of(bytes)
    }
}
