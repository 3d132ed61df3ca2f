/// JSON that is written by hand: an answer's bytes, member by member, in the order of the contract.
struct JSONText {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { buffer in unsafe bytes.append(contentsOf: buffer) }
    }

    /// Text that needs no escape, as base64, a UUID, a number.
    mutating func append(plain text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

    /// A string with its quotes, escaped as RFC 8259, section 7 wants it.
    mutating func append(string text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x00..<0x20:
                let hex = Array("0123456789abcdef".utf8)
                bytes += Array("\\u00".utf8) + [hex[Int(byte >> 4)], hex[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
