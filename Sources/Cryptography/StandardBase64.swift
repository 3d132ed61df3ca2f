internal import COpenSSL

/// Base 64 with the standard alphabet, padded, in one line (RFC 4648, section 4).
package enum StandardBase64 {
    /// ASCII, four characters for three bytes begun.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        // EVP_EncodeBlock ends the text with a zero byte.
        var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
        let count = unsafe Int(EVP_EncodeBlock(&text, bytes, Int32(bytes.count)))
        return Array(text[..<count])
    }
}
