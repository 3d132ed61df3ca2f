internal import COpenSSL

/// HMAC with SHA-256 (FIPS 198-1).
package enum HMACSHA256 {
    /// The code for `message`, 32 bytes.
    package static func code(
        for message: [UInt8], key: borrowing SecretBytes
    ) throws(CryptographyError) -> [UInt8] {
        try unsafe key.withUnsafeBytes { (key) throws(CryptographyError) in
            try unsafe code(message, message.count, key)
        }
    }

    /// The code for a message that is itself a secret, 32 bytes.
    package static func code(
        for message: borrowing SecretBytes, key: borrowing SecretBytes
    ) throws(CryptographyError) -> [UInt8] {
        try unsafe key.withUnsafeBytes { (key) throws(CryptographyError) in
            try unsafe message.withUnsafeBytes { (message) throws(CryptographyError) in
                try unsafe code(
                    message.baseAddress?.assumingMemoryBound(to: UInt8.self), message.count, key)
            }
        }
    }

    private static func code(
        _ message: UnsafePointer<UInt8>?, _ count: Int, _ key: UnsafeRawBufferPointer
    ) throws(CryptographyError) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 32)
        let written = unsafe HMAC(
            EVP_sha256(), key.baseAddress, Int32(key.count), message, count, &code, nil)
        _ = unsafe try check(written, "HMAC")
        return code
    }
}
