internal import COpenSSL

extension P256 {
    /// A point on the curve that is not infinity.
    package struct PublicKey: Sendable {
        /// `04 || X || Y`, 65 bytes.
        package let point: [UInt8]
        /// What OpenSSL made of the point. Null for the other half of a private key of ours, whose point needs
        /// no check and is often only written down: it is imported where it is used.
        private let imported: EVPKey?

        /// Takes exactly 65 bytes, `04 || X || Y`, of a point on the curve; anything else is refused.
        package init(point: [UInt8]) throws(CryptographyError) {
            imported = try Self.imported(point)
            self.point = point
        }

        /// Takes a SubjectPublicKeyInfo in DER, which for a named curve and an uncompressed point has exactly
        /// one form of 91 bytes (RFC 5480): explicit parameters and compressed points are not that form.
        package init(spki: [UInt8]) throws(CryptographyError) {
            guard spki.count == 91, spki.starts(with: Self.spkiPrefix) else {
                throw CryptographyError("P256.PublicKey: not a named-curve SubjectPublicKeyInfo")
            }
            try self.init(point: Array(spki[Self.spkiPrefix.count...]))
        }

        /// Takes a `PUBLIC KEY` in PEM (RFC 7468), with the same rules.
        package init(pem: [UInt8]) throws(CryptographyError) {
            try self.init(spki: PEM.contents(of: pem, label: "PUBLIC KEY"))
        }

        /// The half of `point`'s own private key.
        init(ownPoint point: [UInt8]) {
            imported = nil
            self.point = point
        }

        /// The SubjectPublicKeyInfo in DER, 91 bytes.
        package var spki: [UInt8] { Self.spkiPrefix + point }

        /// The SubjectPublicKeyInfo in PEM, `PUBLIC KEY`.
        package var pem: [UInt8] { PEM.text(of: spki, label: "PUBLIC KEY") }

        /// Whether `signature` is this key's over `message`, with SHA-256. A failure of any kind is a no.
        package func verifies(_ signature: ECDSASignature, of message: [UInt8]) -> Bool {
            guard let der = signature.der(half: 32), let key = try? key() else { return false }
            return key.verifies(der, of: message)
        }

        /// What OpenSSL takes.
        func key() throws(CryptographyError) -> EVPKey {
            if let imported { return imported }
            return try Self.imported(point)
        }

        // OpenSSL imports compressed, hybrid and infinite points too: the form is looked at first. It checks
        // that the point is on the curve, and the cofactor is 1, so that no more is needed before ECDH.
        private static func imported(_ point: [UInt8]) throws(CryptographyError) -> EVPKey {
            guard point.count == 65, point[0] == 0x04 else {
                throw CryptographyError("P256.PublicKey: not an uncompressed point")
            }
            let curve = try P256.curve()
            return unsafe try EVPKey(
                owning: passwright_ec_public_like(curve.pointer, point, point.count),
                "EVP_PKEY_set1_encoded_public_key", hashing: .sha256)
        }

        /// SEQUENCE { SEQUENCE { id-ecPublicKey, prime256v1 }, BIT STRING without unused bits } up to the point.
        private static let spkiPrefix: [UInt8] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a,
            0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
        ]
    }
}
