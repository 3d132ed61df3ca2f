import FoundationEssentials
import Telemetry

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
    ///
    /// Read here, since `UUID(uuidString:)` goes through `sscanf`: 2 of the 48 us of a request that is turned away.
    init?(strict text: some Collection<UInt8>) {
        guard text.count == 36 else { return nil }
        var digits: UInt128 = 0
        for (index, byte) in text.enumerated() {
            switch index {
            case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return nil }
            default:
                guard let digit = Self.hexadecimal(byte) else { return nil }
                digits = digits << 4 | UInt128(digit)
            }
        }
        self.init(uuid: unsafe unsafeBitCast(digits.bigEndian, to: uuid_t.self))
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Lower-case text, as the contract writes an id.
    var lowercased: String { String(decoding: lowercasedText, as: UTF8.self) }
}
