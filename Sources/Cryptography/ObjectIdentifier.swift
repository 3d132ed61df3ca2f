/// An ASN.1 object identifier, by the contents of its encoding.
package struct ObjectIdentifier: Hashable, Sendable {
    /// Without identifier byte and length, as X.690, 8.19 has it.
    package let encoded: [UInt8]

    /// From the contents of an element that was found to be strict DER.
    init(encoded: [UInt8]) { self.encoded = encoded }

    /// From its arcs, as in `ObjectIdentifier(2, 5, 29, 15)`. Arcs that are no identifier are our mistake.
    package init(_ first: UInt64, _ second: UInt64, _ rest: UInt64...) {
        precondition(first < 2 && second < 40 || first == 2, "no such object identifier")
        encoded = ([first * 40 + second] + rest).flatMap(Self.base128)
    }

    /// From dotted digits, as in `2.5.29.15`; null where that is no identifier.
    package init?(dotted: String) {
        var arcs: [UInt64] = []
        for part in dotted.split(separator: ".", omittingEmptySubsequences: false) {
            let digits = part.utf8
            guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
                digits.count == 1 || digits.first != 0x30,
                let arc = UInt64(part), arc < 1 << 56
            else { return nil }
            arcs.append(arc)
        }
        guard arcs.count >= 2, arcs[0] < 2 && arcs[1] < 40 || arcs[0] == 2 else { return nil }
        encoded = ([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)).flatMap(Self.base128)
    }

    /// Whether this is `ancestor` or stands under it.
    package func isWithin(_ ancestor: ObjectIdentifier) -> Bool { encoded.starts(with: ancestor.encoded) }

    private static func base128(_ arc: UInt64) -> [UInt8] {
        var digits = [UInt8(arc & 0x7f)]
        var rest = arc >> 7
        while rest > 0 {
            digits.insert(UInt8(rest & 0x7f) | 0x80, at: 0)
            rest >>= 7
        }
        return digits
    }
}
