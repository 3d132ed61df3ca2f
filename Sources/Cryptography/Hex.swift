/// Base 16.
package enum Hex {
    /// ASCII in lower case, two characters for a byte.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte & 15))
        }
        return text
    }

    /// The same in upper case.
    package static func encodeUpperCase(_ bytes: [UInt8]) -> [UInt8] {
        encode(bytes).map { $0 < UInt8(ascii: "a") ? $0 : $0 - 0x20 }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

extension SecretBytes {
    /// Adds the lower-case hexadecimal of `bytes`.
    package mutating func appendHex(_ bytes: [UInt8]) { append(Hex.encode(bytes)) }

    /// The bytes of hexadecimal text in ASCII, in either case.
    package init(hexadecimal text: some RandomAccessCollection<UInt8>) throws(CryptographyError) {
        guard text.count.isMultiple(of: 2) else { throw CryptographyError("Hex: half a byte") }
        var bytes = SecretBytes(capacity: text.count / 2)
        var high: UInt8?
        for character in text {
            let value: UInt8
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = character - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = character - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = character - UInt8(ascii: "A") + 10
            default: throw CryptographyError("Hex: not a digit")
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        self = bytes
    }

    private mutating func append(_ byte: UInt8) {
        unsafe withUnsafePointer(to: byte) { byte in
            unsafe append(contentsOf: UnsafeRawBufferPointer(start: byte, count: 1))
        }
    }
}
