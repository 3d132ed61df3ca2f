internal import COpenSSL

/// Keys on NIST P-256 (prime256v1).
package enum P256 {
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
        fileprivate init(ownPoint point: [UInt8]) {
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
            return unsafe key.verifies(der, of: message, digest: EVP_sha256())
        }

        fileprivate func key() throws(CryptographyError) -> EVPKey {
            if let imported { return imported }
            return try Self.imported(point)
        }

        // OpenSSL imports compressed, hybrid and infinite points too: the form is looked at first. It checks
        // that the point is on the curve, and the cofactor is 1, so that no more is needed before ECDH.
        private static func imported(_ point: [UInt8]) throws(CryptographyError) -> EVPKey {
            guard point.count == 65, point[0] == 0x04 else {
                throw CryptographyError("P256.PublicKey: not an uncompressed point")
            }
            return unsafe try EVPKey(
                owning: passwright_ec_public("prime256v1", point, point.count), "EVP_PKEY_fromdata")
        }

        /// SEQUENCE { SEQUENCE { id-ecPublicKey, prime256v1 }, BIT STRING without unused bits } up to the point.
        private static let spkiPrefix: [UInt8] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a,
            0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
        ]
    }

    /// A key pair. OpenSSL cleanses the scalar when the key ends.
    package struct PrivateKey: ~Copyable, Sendable {
        private let key: EVPKey
        /// The other half.
        package let publicKey: PublicKey

        /// A fresh key.
        package init() throws(CryptographyError) {
            unsafe try self.init(EVPKey(owning: passwright_p256_generate(), "EVP_EC_gen"))
        }

        /// The key of a scalar that is known beforehand: 32 bytes, from 1 to the order less one.
        package init(scalar: borrowing SecretBytes) throws(CryptographyError) {
            try self.init(Self.key(scalar: scalar))
        }

        /// An unencrypted key in PEM, PKCS#8 (`PRIVATE KEY`) or SEC1 (`EC PRIVATE KEY`), on the curve by its
        /// name. A public key that it carries must be the scalar's own.
        package init(pem: borrowing SecretBytes) throws(CryptographyError) {
            let read = try PEM.privateKey(in: pem)
            guard unsafe passwright_is_named_p256(read.pointer) == 1 else {
                throw failure("P256.PrivateKey: not on the named curve")
            }
            let scalar = try unsafe SecretBytes(count: 32) { (bytes) throws(CryptographyError) in
                let start = unsafe bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
                unsafe try check(passwright_p256_scalar(read.pointer, start), "EVP_PKEY_get_bn_param")
            }
            let key = try Self.key(scalar: scalar)
            guard unsafe EVP_PKEY_eq(read.pointer, key.pointer) == 1 else {
                throw failure("P256.PrivateKey: the public key is another's")
            }
            try self.init(key)
        }

        private static func key(scalar: borrowing SecretBytes) throws(CryptographyError) -> EVPKey {
            guard scalar.count == 32 else { throw CryptographyError("P256.PrivateKey: not 32 bytes") }
            let pointer = unsafe scalar.withUnsafeBytes { scalar in
                unsafe passwright_p256_private(scalar.baseAddress!.assumingMemoryBound(to: UInt8.self))
            }
            return unsafe try EVPKey(owning: pointer, "EVP_PKEY_fromdata")
        }

        private init(_ key: EVPKey) throws(CryptographyError) {
            var point = [UInt8](repeating: 0, count: 65)
            unsafe try check(passwright_ec_point(key.pointer, &point, 65), "EVP_PKEY_get_octet_string_param")
            self.key = key
            publicKey = PublicKey(ownPoint: point)
        }

        /// ECDH: the x coordinate of the shared point, always 32 bytes.
        package borrowing func sharedSecret(with peer: PublicKey) throws(CryptographyError) -> SecretBytes {
            let peer = try peer.key()
            let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil)
            defer { unsafe EVP_PKEY_CTX_free(context) }
            unsafe try check(EVP_PKEY_derive_init(context), "EVP_PKEY_derive_init")
            // Not validated again: importing has checked the point.
            unsafe try check(
                EVP_PKEY_derive_set_peer_ex(context, peer.pointer, 0), "EVP_PKEY_derive_set_peer_ex")
            return try unsafe SecretBytes(count: 32) { (secret) throws(CryptographyError) in
                var written = 32
                let start = unsafe secret.baseAddress!.assumingMemoryBound(to: UInt8.self)
                unsafe try check(EVP_PKEY_derive(context, start, &written), "EVP_PKEY_derive")
                guard written == 32 else { throw CryptographyError("EVP_PKEY_derive: not 32 bytes") }
            }
        }

        /// ECDSA with SHA-256 over `message`: `r || s`, 64 bytes.
        package borrowing func rawSignature(of message: [UInt8]) throws(CryptographyError) -> [UInt8] {
            let context = unsafe EVP_MD_CTX_new()
            defer { unsafe EVP_MD_CTX_free(context) }
            unsafe try check(
                EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key.pointer), "EVP_DigestSignInit")
            var der = [UInt8](repeating: 0, count: 72)
            var count = der.count
            unsafe try check(
                EVP_DigestSign(context, &der, &count, message, message.count), "EVP_DigestSign")
            return try ECDSASignature.raw(from: Array(der[..<count]), half: 32)
        }

        /// The key in PEM, PKCS#8, not encrypted.
        package borrowing func pem() throws(CryptographyError) -> SecretBytes {
            try PEM.text(ofPrivateKey: key)
        }
    }
}
