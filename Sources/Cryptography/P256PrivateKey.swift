internal import COpenSSL

extension P256 {
    /// A key pair. OpenSSL cleanses the scalar when the key ends.
    package struct PrivateKey: ~Copyable, Sendable {
        private let key: EVPKey
        /// The other half.
        package let publicKey: PublicKey

        /// A fresh key.
        package init() throws(CryptographyError) {
            try self.init(P256.curve().freshKey())
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
            return unsafe try EVPKey(owning: pointer, "EVP_PKEY_fromdata", hashing: .sha256)
        }

        private init(_ key: EVPKey) throws(CryptographyError) {
            var point = [UInt8](repeating: 0, count: 65)
            unsafe try check(passwright_ec_point(key.pointer, &point, 65), "EVP_PKEY_get_octet_string_param")
            self.key = key
            publicKey = PublicKey(ownPoint: point)
        }

        /// ECDH: the x coordinate of the shared point, always 32 bytes.
        package borrowing func sharedSecret(with peer: PublicKey) throws(CryptographyError) -> SecretBytes {
            try key.sharedSecret(with: peer.key())
        }

        /// ECDSA with SHA-256 over `message`: `r || s`, 64 bytes.
        package borrowing func rawSignature(of message: [UInt8]) throws(CryptographyError) -> [UInt8] {
            try ECDSASignature.raw(from: key.signature(of: message, atMost: 72), half: 32)
        }

        /// The key in PEM, PKCS#8, not encrypted.
        package borrowing func pem() throws(CryptographyError) -> SecretBytes {
            try PEM.text(ofPrivateKey: key)
        }
    }
}
