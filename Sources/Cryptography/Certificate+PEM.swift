internal import COpenSSL

extension Certificate {
    /// The certificates in a PEM file (RFC 7468), one or more, in order. Text around the blocks is ignored; a
    /// block of another kind is refused, since a key does not belong into a file of certificates.
    package static func certificates(pem: [UInt8]) throws(CertificateError) -> [Certificate] {
        var certificates: [Certificate] = []
        for block in try blocks(pem: pem) { certificates.append(try Certificate(der: block)) }
        return certificates
    }

    /// The same file's bytes, block by block and not looked at: what they should be is for a rule to say.
    package static func blocks(pem: [UInt8]) throws(CertificateError) -> [[UInt8]] {
        guard let blocks = try? PEM.blocks(of: pem, label: "CERTIFICATE"), !blocks.isEmpty else {
            throw .notPEM
        }
        return blocks
    }
}

extension PEM {
    /// The DER inside every block of `text`; each must have `label` and no headers.
    static func blocks(of text: [UInt8], label: StaticString) throws(CryptographyError) -> [[UInt8]] {
        try unsafe text.withUnsafeBufferPointer { (text) throws(CryptographyError) in
            let bio = unsafe try check(
                BIO_new_mem_buf(text.baseAddress, Int32(text.count)), "BIO_new_mem_buf")
            defer { unsafe BIO_free(bio) }
            var blocks: [[UInt8]] = []
            while let block = unsafe try nextBlock(bio, label: label) { blocks.append(block) }
            return blocks
        }
    }

    /// The next block, null where there is none.
    private static func nextBlock(
        _ bio: OpaquePointer, label: StaticString
    ) throws(CryptographyError) -> [UInt8]? {
        var name: UnsafeMutablePointer<CChar>?
        var header: UnsafeMutablePointer<CChar>?
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard unsafe PEM_read_bio(bio, &name, &header, &bytes, &count) == 1 else {
            let isEnd = passwright_is_end_of_pem() == 1
            let failure = failure("PEM_read_bio")
            if isEnd { return nil }
            throw failure
        }
        defer {
            unsafe CRYPTO_free(name, nil, 0)
            unsafe CRYPTO_free(header, nil, 0)
            unsafe CRYPTO_free(bytes, nil, 0)
        }
        guard let name = unsafe name, let bytes = unsafe bytes, unsafe header?.pointee == 0,
            unsafe String(cString: name) == "\(label)"
        else { throw CryptographyError("PEM: another label") }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
