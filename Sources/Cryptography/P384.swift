internal import COpenSSL

/// Keys on NIST P-384 (secp384r1): only to verify, as for what Apple's root signs.
package enum P384 {
    /// A point on the curve that is not infinity.
    package struct PublicKey: Sendable {
        private let key: EVPKey

        /// Takes exactly 97 bytes, `04 || X || Y`, of a point on the curve; anything else is refused.
        package init(point: [UInt8]) throws(CryptographyError) {
            guard point.count == 97, point[0] == 0x04 else {
                throw CryptographyError("P384.PublicKey: not an uncompressed point")
            }
            key = unsafe try EVPKey(
                owning: passwright_ec_public("secp384r1", point, point.count), "EVP_PKEY_fromdata",
                hashing: .sha384)
        }

        /// Whether `signature` is this key's over `message`, with SHA-384. A failure of any kind is a no.
        package func verifies(_ signature: ECDSASignature, of message: [UInt8]) -> Bool {
            guard let der = signature.der(half: 48) else { return false }
            return key.verifies(der, of: message)
        }
    }
}
