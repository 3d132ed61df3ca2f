internal import COpenSSL

/// Keys on NIST P-256 (prime256v1).
package enum P256 {
    /// A point on the curve that is not infinity.
    package struct PublicKey: Sendable {
        /// `04 || X || Y`, 65 bytes.
        package let point: [UInt8]

        /// Takes exactly 65 bytes, `04 || X || Y`, of a point on the curve; anything else is refused.
        package init(point: [UInt8]) throws(CryptographyError) {
            throw CryptographyError("to be written")
        }
    }
}
