/// The identifier bytes that a certificate is made of.
enum DERTag {
    static let boolean: UInt8 = 0x01
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let null: UInt8 = 0x05
    static let objectIdentifier: UInt8 = 0x06
    static let enumerated: UInt8 = 0x0a
    static let utf8String: UInt8 = 0x0c
    static let printableString: UInt8 = 0x13
    static let utcTime: UInt8 = 0x17
    static let generalizedTime: UInt8 = 0x18
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31

    /// `[number]` with a value in it, or with an element in it.
    static func context(_ number: UInt8, constructed: Bool) -> UInt8 { (constructed ? 0xa0 : 0x80) | number }
}

/// Where one element stands.
struct DERElement {
    let tag: UInt8
    /// Of the identifier byte.
    let start: Int
    let contents: Range<Int>

    var isConstructed: Bool { tag & 0x20 != 0 }
    /// Identifier, length and contents.
    var whole: Range<Int> { start..<contents.upperBound }
}

/// Walks over the elements inside one element, in order.
struct DERReader {
    let bytes: [UInt8]
    private var offset: Int
    private let end: Int

    /// Over `bytes`, which must be one element of strict DER with `tag`: its contents.
    init(_ bytes: [UInt8], tag: UInt8 = DERTag.sequence) throws(DERError) {
        try StrictDER.validate(bytes)
        try self.init(validated: bytes, tag: tag)
    }

    /// The same over bytes that `StrictDER.validate` took.
    init(validated bytes: [UInt8], tag: UInt8 = DERTag.sequence) throws(DERError) {
        let element = try StrictDER.element(in: bytes, from: 0, before: bytes.count)
        guard element.tag == tag else { throw .unexpected }
        self.init(bytes, in: element)
    }

    /// Over the contents of `element`, which was read from `bytes`.
    private init(_ bytes: [UInt8], in element: DERElement) {
        self.bytes = bytes
        offset = element.contents.lowerBound
        end = element.contents.upperBound
    }

    var isAtEnd: Bool { offset == end }

    /// The next element's identifier byte, null at the end.
    var nextTag: UInt8? { isAtEnd ? nil : bytes[offset] }

    /// The next element, whatever it is.
    mutating func next() throws(DERError) -> DERElement {
        let element = try StrictDER.element(in: bytes, from: offset, before: end)
        offset = element.contents.upperBound
        return element
    }

    /// The next element, which must have `tag`.
    mutating func next(_ tag: UInt8) throws(DERError) -> DERElement {
        guard nextTag == tag else { throw .unexpected }
        return try next()
    }

    /// The contents of the next element, which must have `tag`.
    mutating func contents(_ tag: UInt8) throws(DERError) -> [UInt8] {
        Array(bytes[try next(tag).contents])
    }

    /// The contents of the next element if it has `tag`; else null, and nothing is read.
    mutating func contentsIfNext(_ tag: UInt8) throws(DERError) -> [UInt8]? {
        nextTag == tag ? try contents(tag) : nil
    }

    /// A walk over the contents of the next element, which must have `tag`.
    mutating func open(_ tag: UInt8 = DERTag.sequence) throws(DERError) -> DERReader {
        DERReader(bytes, in: try next(tag))
    }

    /// A BIT STRING of whole bytes.
    mutating func wholeBytes() throws(DERError) -> [UInt8] {
        let contents = try contents(DERTag.bitString)
        guard contents.first == 0 else { throw .value }
        return Array(contents.dropFirst())
    }

    /// Nothing may be left.
    func finish() throws(DERError) {
        guard isAtEnd else { throw .unexpected }
    }
}
