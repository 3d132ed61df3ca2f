internal import COpenSSL

extension CertificateTemplate {
    /// The certificate as DER, for `subjectKey`, signed by `issuerKey`.
    package func issue(
        for subjectKey: SimulatedKey, by issuerKey: SimulatedKey
    ) throws(WalletError) -> [UInt8] {
        let algorithm = try issuerKey.signatureAlgorithm(digest)
        let times = validity ?? [DER.time(notBefore), DER.time(notAfter)]
        let key =
            if let subjectPublicKeyInfo { subjectPublicKeyInfo } else {
                try subjectKey.subjectPublicKeyInfo()
            }
        let list = DER.element(0x30, Array(extensions.map(\.der).joined()))
        let signed = DER.sequence(
            version.map { DER.tagged(0, DER.integer($0 - 1)) } ?? [],
            DER.integer(serial),
            innerAlgorithm ?? algorithm,
            issuer.der,
            DER.element(0x30, Array(times.joined())),
            subject.der,
            key,
            extensions.isEmpty ? [] : DER.tagged(3, list),
            trailing)
        var signature = try issuerKey.sign(signed, digest)
        signature[signature.count - 1] ^= signatureDamage
        return DER.sequence(signed, outerAlgorithm ?? algorithm, DER.bits(signature))
    }
}

extension SimulatedKey {
    /// The AlgorithmIdentifier of a signature by this key: RSA's has a NULL, the others' have nothing.
    package func signatureAlgorithm(_ digest: Digest) throws(WalletError) -> [UInt8] {
        switch family {
        case EVP_PKEY_EC:
            let oid =
                switch digest {
                case .sha1: "1.2.840.10045.4.1"
                case .sha256: "1.2.840.10045.4.3.2"
                case .sha384: "1.2.840.10045.4.3.3"
                case .sha512: "1.2.840.10045.4.3.4"
                }
            return DER.sequence(DER.oid(oid))
        case EVP_PKEY_RSA:
            let oid =
                switch digest {
                case .sha1: "1.2.840.113549.1.1.5"
                case .sha256: "1.2.840.113549.1.1.11"
                case .sha384: "1.2.840.113549.1.1.12"
                case .sha512: "1.2.840.113549.1.1.13"
                }
            return DER.sequence(DER.oid(oid), DER.null())
        case EVP_PKEY_ED25519: return DER.sequence(DER.oid("1.3.101.112"))
        default: throw .malformed("a key of a kind that signs no certificate here")
        }
    }
}
