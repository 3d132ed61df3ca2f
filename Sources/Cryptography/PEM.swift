internal import COpenSSL

/// Textual encodings of keys (RFC 7468).
enum PEM {
    /// The DER inside the first block of `text`, which must have `label` and no headers.
    static func contents(of text: [UInt8], label: StaticString) throws(CryptographyError) -> [UInt8] {
        var name: UnsafeMutablePointer<CChar>?
        var header: UnsafeMutablePointer<CChar>?
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        try unsafe text.withUnsafeBufferPointer { (text) throws(CryptographyError) in
            let bio = unsafe try check(
                BIO_new_mem_buf(text.baseAddress, Int32(text.count)), "BIO_new_mem_buf")
            defer { unsafe BIO_free(bio) }
            unsafe try check(PEM_read_bio(bio, &name, &header, &bytes, &count), "PEM_read_bio")
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

    /// `bytes` under `label`, 64 characters of base 64 a line.
    static func text(of bytes: [UInt8], label: StaticString) -> [UInt8] {
        let encoded = StandardBase64.encode(bytes)
        var text = Array("-----BEGIN \(label)-----\n".utf8)
        for start in stride(from: 0, to: encoded.count, by: 64) {
            text += encoded[start..<min(start + 64, encoded.count)] + [UInt8(ascii: "\n")]
        }
        return text + Array("-----END \(label)-----\n".utf8)
    }

    /// The private key in `text`, which must not be encrypted.
    static func privateKey(in text: borrowing SecretBytes) throws(CryptographyError) -> EVPKey {
        try unsafe text.withUnsafeBytes { (text) throws(CryptographyError) in
            let bio = unsafe try check(
                BIO_new_mem_buf(text.baseAddress, Int32(text.count)), "BIO_new_mem_buf")
            defer { unsafe BIO_free(bio) }
            let pointer = unsafe PEM_read_bio_PrivateKey(bio, nil, noPassphrase, nil)
            return unsafe try EVPKey(owning: pointer, "PEM_read_bio_PrivateKey", hashing: .sha256)
        }
    }

    /// `key` in PKCS#8, not encrypted. OpenSSL cleanses its own copy when the BIO is freed.
    static func text(ofPrivateKey key: EVPKey) throws(CryptographyError) -> SecretBytes {
        let bio = unsafe try check(BIO_new(BIO_s_secmem()), "BIO_new")
        defer { unsafe BIO_free(bio) }
        unsafe try check(
            PEM_write_bio_PKCS8PrivateKey(bio, key.pointer, nil, nil, 0, nil, nil),
            "PEM_write_bio_PKCS8PrivateKey")
        var start: UnsafePointer<CChar>?
        let count = unsafe passwright_bio_memory(bio, &start)
        guard let start = unsafe start, count > 0 else { throw failure("BIO_get_mem_data") }
        return unsafe SecretBytes(count: count) { text in
            unsafe text.copyMemory(from: UnsafeRawBufferPointer(start: start, count: count))
        }
    }
}

/// OpenSSL's question for a passphrase, answered with none: by default it would ask on the terminal.
private func noPassphrase(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32, _ writing: Int32,
    _ context: UnsafeMutableRawPointer?
) -> Int32 { -1 }
