/// Base 64 with the URL and filename safe alphabet, not padded (RFC 4648, section 5).
package enum Base64URL {
    private static let alphabet = [UInt8](
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// ASCII, four characters for three bytes.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(bytes.count - start, 3)
            var bits = 0
            for index in start..<start + 3 {
                bits = bits << 8 | (index < bytes.count ? Int(bytes[index]) : 0)
            }
            for place in 0...count { text.append(alphabet[bits >> (18 - 6 * place) & 63]) }
        }
        return text
    }
}
