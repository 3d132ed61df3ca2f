/// The order of the group on P-256: SEC 2, 2.4.2.
enum P256Order {
    private static let n: [UInt8] = [
        0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
    ]

    /// `r || n - s` for `r || s`: as valid as it was.
    static func mirrored(_ signature: [UInt8]) -> [UInt8] {
        guard signature.count == 64 else { return signature }
        var result = signature
        var borrow = 0
        for index in (0..<32).reversed() {
            let difference = Int(n[index]) - Int(signature[32 + index]) - borrow
            borrow = difference < 0 ? 1 : 0
            result[32 + index] = UInt8(difference + 256 * borrow)
        }
        return result
    }
}
