/// Why bytes are not strict DER.
package enum DERError: Error, Hashable, CaseIterable, Sendable {
    /// An element ends after the bytes, or after what holds it.
    case truncated
    /// Bytes follow the one element that there should be.
    case trailingBytes
    /// The length is indefinite, reserved, or written with more bytes than it needs (X.690, 10.1).
    case length
    /// More than `StrictDER.maximumDepth` elements are open at a time.
    case depth
    /// A tag of several bytes, a reserved one, or one that no certificate has.
    case tag
    /// A primitive form where the constructed one belongs, or the other way round (X.690, 10.2).
    case form
    /// A value with a shorter or another spelling, as an INTEGER with a needless zero (X.690, 8.3 and 11).
    case value
    /// Well-formed, but another element than the one that belongs here.
    case unexpected
}

/// Distinguished Encoding Rules (X.690), checked before any parser of ours or OpenSSL's sees the bytes: each
/// value has one spelling, each length is true, and nothing is left over.
package enum StrictDER {
    /// How many constructed elements may be open at a time.
    package static let maximumDepth = 16

    /// Takes exactly one element with all that it holds. The time is linear in `bytes`, and nothing recurses.
    package static func validate(_ bytes: [UInt8]) throws(DERError) {
        var open: [Int] = []
        var offset = 0
        repeat {
            let element = try element(in: bytes, from: offset, before: open.last ?? bytes.count)
            if element.isConstructed {
                guard open.count < maximumDepth else { throw .depth }
                open.append(element.contents.upperBound)
                offset = element.contents.lowerBound
            } else {
                try validate(element, in: bytes)
                offset = element.contents.upperBound
            }
            while open.last == offset { open.removeLast() }
        } while !open.isEmpty
        guard offset == bytes.count else { throw .trailingBytes }
    }

    /// The element that starts at `offset` and must end by `limit`. Its contents are not looked at.
    static func element(
        in bytes: [UInt8], from offset: Int, before limit: Int
    ) throws(DERError) -> DERElement {
        guard limit - offset >= 2 else { throw .truncated }
        let tag = bytes[offset]
        guard tag & 0x1f != 0x1f, tag != 0x00 else { throw .tag }
        if tag & 0xc0 == 0 {
            let isCollection = tag & 0x1f == 0x10 || tag & 0x1f == 0x11
            guard isCollection == (tag & 0x20 != 0) else { throw .form }
        }

        var start = offset + 2
        var count = Int(bytes[offset + 1])
        if count > 0x7f {
            let digits = count & 0x7f
            guard (1...4).contains(digits) else { throw .length }
            guard limit - start >= digits else { throw .truncated }
            count = bytes[start..<start + digits].reduce(0) { $0 << 8 | Int($1) }
            guard bytes[start] != 0, count > 0x7f else { throw .length }
            start += digits
        }
        guard count <= limit - start else { throw .truncated }
        return DERElement(tag: tag, start: offset, contents: start..<start + count)
    }

    /// The universal types whose values can be spelt wrongly.
    private static func validate(_ element: DERElement, in bytes: [UInt8]) throws(DERError) {
        let value = bytes[element.contents]
        let isCanonical =
            switch element.tag {
            case DERTag.boolean: value.elementsEqual([0x00]) || value.elementsEqual([0xff])
            case DERTag.integer, DERTag.enumerated: isMinimalInteger(value)
            case DERTag.bitString: isBitString(value)
            case DERTag.null: value.isEmpty
            case DERTag.objectIdentifier: isObjectIdentifier(value)
            default: true
            }
        guard isCanonical else { throw .value }
    }

    // 8.3.2: the first nine bits are not all alike.
    private static func isMinimalInteger(_ value: ArraySlice<UInt8>) -> Bool {
        guard let first = value.first else { return false }
        guard let second = value.dropFirst().first else { return true }
        return !(first == 0x00 && second < 0x80 || first == 0xff && second >= 0x80)
    }

    // 8.6.2 and 11.2.1: at most 7 unused bits, none of them set, none at all without a byte to be unused in.
    private static func isBitString(_ value: ArraySlice<UInt8>) -> Bool {
        guard let unused = value.first, unused <= 7, let last = value.last else { return false }
        return value.count == 1 ? unused == 0 : last & (1 << unused - 1) == 0
    }

    // 8.19.2: each arc ends, and starts with a digit that is not zero.
    private static func isObjectIdentifier(_ value: ArraySlice<UInt8>) -> Bool {
        guard let last = value.last, last < 0x80 else { return false }
        var startsArc = true
        for byte in value {
            if startsArc && byte == 0x80 { return false }
            startsArc = byte < 0x80
        }
        return true
    }
}
