internal import Cryptography

/// A text inside a JSON string (RFC 8259, section 7).
enum JSONText {
    /// The UTF-8 of `text` with quotation mark, reverse solidus and U+0000 to U+001F escaped, and nothing else.
    static func escaped(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes += [UInt8(ascii: "\\"), byte]
            case 0x00...0x1F:
                bytes += Array("\\u00".utf8) + Hex.encode([byte])
            default:
                bytes.append(byte)
            }
        }
        return bytes
    }
}
