/// Base 64 (RFC 4648), strict: one text for some bytes and no other. No whitespace, no characters of the other
/// alphabet, no bits set after the last byte.
package enum Base64 {
    /// Standard alphabet, padded (section 4).
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                text.append(place <= group.count ? standard[bits >> (18 - 6 * place) & 63] : padding)
            }
        }
        return text
    }

    /// The bytes of a text in the standard alphabet, padded (section 4). Null where it is anything else.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        var digits = text
        for _ in 0..<2 where digits.last == padding { digits = digits.dropLast() }
        return bytes(of: digits, values: standardValues)
    }

    package static func decode(_ text: [UInt8]) -> [UInt8]? { decode(text[...]) }

    package static func decodeURL(_ text: [UInt8]) -> [UInt8]? { decodeURL(text[...]) }

    /// The bytes of a text in the URL and filename safe alphabet, not padded (section 5; RFC 7515, section 2).
    package static func decodeURL(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        bytes(of: text, values: urlValues)
    }

    // Not generic: from another room a generic one is not specialised, and each digit of a token went through two
    // allocations; 4 of 100 parts of a request's instructions.
    private static func bytes(of digits: ArraySlice<UInt8>, values: [UInt8]) -> [UInt8]? {
        guard digits.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * 3 / 4)
        let whole = digits.count / 4 * 4
        let areGood = unsafe digits.withUnsafeBufferPointer { digits in
            for index in stride(from: 0, to: whole, by: 4) {
                let (a, b) = unsafe (values[Int(digits[index])], values[Int(digits[index + 1])])
                let (c, d) = unsafe (values[Int(digits[index + 2])], values[Int(digits[index + 3])])
                guard a | b | c | d != none else { return false }
                bytes.append(a << 2 | b >> 4)
                bytes.append(b << 4 | c >> 2)
                bytes.append(c << 6 | d)
            }
            return true
        }
        guard areGood else { return nil }
        let rest = digits.suffix(digits.count - whole).map { values[Int($0)] }
        guard !rest.contains(none) else { return nil }
        guard rest.count >= 2 else { return bytes }
        bytes.append(rest[0] << 2 | rest[1] >> 4)
        if rest.count == 3 { bytes.append(rest[1] << 4 | rest[2] >> 2) }
        // Section 3.5: what is left after the last byte has to be zero.
        return rest.last! << (rest.count == 2 ? 4 : 6) == 0 ? bytes : nil
    }

    private static let padding = UInt8(ascii: "=")
    private static let none: UInt8 = 0xFF
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    private static let standard = letters + Array("+/".utf8)
    private static let standardValues = values(of: standard)
    private static let urlValues = values(of: letters + Array("-_".utf8))

    /// For each of 256 characters its value, or `none`.
    private static func values(of alphabet: [UInt8]) -> [UInt8] {
        var values = [UInt8](repeating: none, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }
}
