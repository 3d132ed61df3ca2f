package import FoundationEssentials

extension UUID {
    /// The id as it is written everywhere here, in lower case: 36 bytes of ASCII.
    package var lowercasedText: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(36)
        append(to: &text)
        return text
    }

    /// Adds the same to `text`. Byte by byte: `uuidString.lowercased()` makes two texts on the way.
    func append(to text: inout [UInt8]) {
        unsafe withUnsafeBytes(of: uuid) { bytes in
            for index in bytes.indices {
                switch index {
                case 4, 6, 8, 10: text.append(UInt8(ascii: "-"))
                default: break
                }
                appendHexadecimal(unsafe bytes[index], to: &text)
            }
        }
    }
}

/// Adds two digits in lower case.
func appendHexadecimal(_ byte: UInt8, to text: inout [UInt8]) {
    text.append(hexadecimal(byte >> 4))
    text.append(hexadecimal(byte & 15))
}

private func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
}

extension [UInt8] {
    /// Adds a text of the source.
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { buffer in unsafe append(contentsOf: buffer) }
    }
}
