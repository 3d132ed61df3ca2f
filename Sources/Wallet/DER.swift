/// Writes DER by hand, because OpenSSL's own certificate writer refuses the odd shapes that a test needs.
package enum DER {
    /// One element: tag, minimal length, content.
    package static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        guard content.count > 0x7f else { return [tag, UInt8(content.count)] + content }
        var length: [UInt8] = []
        var rest = content.count
        while rest > 0 {
            length.insert(UInt8(rest & 0xff), at: 0)
            rest >>= 8
        }
        return [tag, 0x80 | UInt8(length.count)] + length + content
    }

    package static func sequence(_ parts: [UInt8]...) -> [UInt8] { element(0x30, Array(parts.joined())) }
    package static func set(_ parts: [UInt8]...) -> [UInt8] { element(0x31, Array(parts.joined())) }
    /// `[number]`, constructed: explicit tagging of one element.
    package static func tagged(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        element(0xa0 | number, content)
    }
    package static func null() -> [UInt8] { [0x05, 0x00] }
    package static func boolean(_ value: Bool) -> [UInt8] { element(0x01, [value ? 0xff : 0x00]) }
    package static func octets(_ content: [UInt8]) -> [UInt8] { element(0x04, content) }
    package static func bits(_ content: [UInt8], unused: UInt8 = 0) -> [UInt8] {
        element(0x03, [unused] + content)
    }
    package static func utf8(_ text: String) -> [UInt8] { element(0x0c, Array(text.utf8)) }
    package static func printable(_ text: String) -> [UInt8] { element(0x13, Array(text.utf8)) }

    /// An INTEGER from a magnitude, big endian: leading zeros go, one comes where the first bit is set.
    package static func integer(_ magnitude: [UInt8]) -> [UInt8] {
        let trimmed = Array(magnitude.drop { $0 == 0 })
        guard let first = trimmed.first else { return element(0x02, [0]) }
        return element(0x02, first & 0x80 == 0 ? trimmed : [0] + trimmed)
    }

    package static func integer(_ value: UInt8) -> [UInt8] { integer([value]) }

    /// An OBJECT IDENTIFIER from its dotted form.
    package static func oid(_ dotted: String) -> [UInt8] {
        let arcs = dotted.split(separator: ".").map { UInt64($0)! }
        precondition(arcs.count >= 2, "an object identifier has two arcs at least")
        let joined = [arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)
        return element(0x06, joined.flatMap(base128))
    }

    private static func base128(_ arc: UInt64) -> [UInt8] {
        var bytes = [UInt8(arc & 0x7f)]
        var rest = arc >> 7
        while rest > 0 {
            bytes.insert(UInt8(rest & 0x7f) | 0x80, at: 0)
            rest >>= 7
        }
        return bytes
    }

    /// UTCTime up to 2049, GeneralizedTime from 2050: RFC 5280, 4.1.2.5.
    package static func time(_ seconds: Int64) -> [UInt8] {
        let text = CivilTime(seconds: seconds).compact
        return text.hasPrefix("19") || (text.hasPrefix("20") && text < "2050")
            ? utcTime(String(text.dropFirst(2))) : generalizedTime(text)
    }

    /// UTCTime with exactly this text, however odd.
    package static func utcTime(_ text: String) -> [UInt8] { element(0x17, Array(text.utf8)) }
    /// GeneralizedTime with exactly this text, however odd.
    package static func generalizedTime(_ text: String) -> [UInt8] { element(0x18, Array(text.utf8)) }
}
