import FoundationEssentials

/// Ids that the server makes: UUIDs of version 7, which sort by time.
enum RequestID {
    /// A UUID of version 7 (RFC 9562, section 5.7): 48 bits of milliseconds, 74 random bits.
    static func fresh(milliseconds: UInt64) -> UUID {
        var random = SystemRandomNumberGenerator()
        let a = random.next()
        let b = random.next()
        func time(_ shift: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: milliseconds >> shift) }
        func byte(_ word: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (8 * index)) }
        return UUID(
            uuid: (
                time(40), time(32), time(24), time(16), time(8), time(0),
                0x70 | (byte(a, 0) & 0x0f), byte(a, 1),
                0x80 | (byte(b, 0) & 0x3f), byte(b, 1), byte(b, 2), byte(b, 3), byte(b, 4), byte(b, 5),
                byte(b, 6), byte(b, 7)
            ))
    }
}

extension UUID {
    /// The UUID that `text` is, in its 36-character form, in either case; null for anything else.
    init?(strict text: [UInt8]) {
        guard text.count == 36 else { return nil }
        for (index, byte) in text.enumerated() {
            switch index {
            case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return nil }
            default: guard Self.isHex(byte) else { return nil }
            }
        }
        self.init(uuidString: String(decoding: text, as: UTF8.self))
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    /// Lower-case text, as the contract writes an id.
    var lowercased: String { uuidString.lowercased() }
}
