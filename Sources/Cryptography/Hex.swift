/// Base 16 in lower case.
package enum Hex {
    /// ASCII, two characters for a byte.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte & 15))
        }
        return text
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

extension SecretBytes {
    /// Adds the lower-case hexadecimal of `bytes`.
    package mutating func appendHex(_ bytes: [UInt8]) { append(Hex.encode(bytes)) }
}
