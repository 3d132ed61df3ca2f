/// Base 64 with the URL and filename safe alphabet, not padded (RFC 4648, section 5).
package enum Base64URL {
    private static let alphabet = [UInt8](
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// ASCII, four characters for three bytes.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0...group.count {
                text.append(alphabet[bits >> (18 - 6 * place) & 63])
            }
        }
        return text
    }
}
