internal import COpenSSL

extension Primitive {
    /// SHA-256 and the verification of a signature by `key` over a message of `length` bytes.
    static func verification(
        _ name: Name, by key: SimulatedKey, length: Int
    ) throws(WalletError) -> Primitive {
        let message = try randomBytes(length)
        let signature = try key.sign(message, .sha256)
        let context = try KeyContext.verifying(by: key)
        let hash = try Fetched.sha256()
        var digest = [UInt8](repeating: 0, count: 32)
        return Primitive(name: name) {
            unsafe EVP_Digest(message, message.count, &digest, nil, hash.pointer, nil) == 1
                && EVP_PKEY_verify(context.pointer, signature, signature.count, digest, 32) == 1
        }
    }

    /// SHA-256 and a signature by `key`.
    static func signing(_ name: Name, by key: SimulatedKey, length: Int) throws(WalletError) -> Primitive {
        let message = try randomBytes(length)
        let context = try KeyContext.signing(by: key)
        let hash = try Fetched.sha256()
        var digest = [UInt8](repeating: 0, count: 32)
        var signature = [UInt8](repeating: 0, count: 512)
        return Primitive(name: name) {
            var count = signature.count
            return unsafe EVP_Digest(message, message.count, &digest, nil, hash.pointer, nil) == 1
                && EVP_PKEY_sign(context.pointer, &signature, &count, digest, 32) == 1
        }
    }

    /// DER to OpenSSL's certificate with its key, as for each leaf that was not seen before.
    static func leafParsing(_ leaf: [UInt8]) -> Primitive {
        Primitive(name: .leafParsing) {
            guard let certificate = try? ParsedCertificate(leaf) else { return false }
            return unsafe X509_get0_pubkey(certificate.pointer) != nil
        }
    }

    /// The intermediate's signature under a leaf.
    static func leafVerification(
        _ leaf: [UInt8], by intermediate: SimulatedKey
    ) throws(WalletError) -> Primitive {
        let certificate = try ParsedCertificate(leaf)
        return Primitive(name: .leafVerification) {
            unsafe X509_verify(certificate.pointer, intermediate.pointer) == 1
        }
    }
}
