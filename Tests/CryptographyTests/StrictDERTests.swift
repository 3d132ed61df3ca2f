import Cryptography
import Testing

@Suite struct StrictDERTests {
    /// Why bytes are refused; null where they are strict DER.
    private func refusal(_ bytes: [UInt8]) -> DERError? {
        do throws(DERError) {
            try StrictDER.validate(bytes)
            return nil
        } catch {
            return error
        }
    }

    /// An element with a minimal length.
    private static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        switch contents.count {
        case ...0x7f: [tag, UInt8(contents.count)] + contents
        case ...0xff: [tag, 0x81, UInt8(contents.count)] + contents
        default: [tag, 0x82, UInt8(contents.count >> 8), UInt8(contents.count & 0xff)] + contents
        }
    }

    @Test(arguments: [
        [0x05, 0x00], [0x01, 0x01, 0x00], [0x01, 0x01, 0xff], [0x02, 0x01, 0x00], [0x02, 0x02, 0x00, 0x80],
        [0x02, 0x02, 0xff, 0x7f], [0x0a, 0x01, 0x05], [0x03, 0x01, 0x00], [0x03, 0x02, 0x07, 0x80],
        [0x04, 0x00], [0x06, 0x03, 0x2a, 0x86, 0x48], [0x30, 0x00], [0x31, 0x02, 0x05, 0x00],
        [0xa0, 0x02, 0x05, 0x00], [0x80, 0x01, 0xff], [0x30, 0x04, 0x05, 0x00, 0x30, 0x00],
        element(0x04, [UInt8](repeating: 0, count: 0x7f)), element(0x04, [UInt8](repeating: 0, count: 0x80)),
        element(0x04, [UInt8](repeating: 0, count: 0xff)), element(0x04, [UInt8](repeating: 0, count: 0x100)),
    ])
    func `strict DER is taken`(bytes: [UInt8]) { #expect(refusal(bytes) == nil) }

    @Test(
        arguments: [
            ([], .truncated), ([0x30], .truncated), ([0x30, 0x01], .truncated),
            ([0x04, 0x82, 0x01], .truncated),
            ([0x30, 0x02, 0x05], .truncated), ([0x30, 0x03, 0x04, 0x02, 0x00], .truncated),
            ([0x30, 0x01, 0x05, 0x00], .truncated), ([0x04, 0x84, 0xff, 0xff, 0xff, 0xff], .truncated),
            ([0x05, 0x00, 0x00], .trailingBytes), ([0x30, 0x00, 0x30, 0x00], .trailingBytes),
            ([0x30, 0x80, 0x00, 0x00], .length), ([0x04, 0x80], .length), ([0x04, 0xff], .length),
            ([0x04, 0x81, 0x01, 0x00], .length), ([0x04, 0x81, 0x7f], .length),
            ([0x04, 0x82, 0x00, 0x80], .length),
            ([0x04, 0x85, 0x01, 0x00, 0x00, 0x00, 0x00], .length),
            ([0x04, 0x88, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], .length),
            ([0x00, 0x00], .tag), ([0x1f, 0x20, 0x00], .tag), ([0xbf, 0x81, 0x00, 0x00], .tag),
            ([0x10, 0x00], .form), ([0x11, 0x00], .form), ([0x24, 0x02, 0x04, 0x00], .form),
            ([0x2c, 0x02, 0x0c, 0x00], .form), ([0x23, 0x03, 0x03, 0x01, 0x00], .form),
            ([0x25, 0x00], .form),
            ([0x01, 0x00], .value), ([0x01, 0x01, 0x01], .value), ([0x01, 0x02, 0xff, 0xff], .value),
            ([0x02, 0x00], .value), ([0x02, 0x02, 0x00, 0x7f], .value), ([0x02, 0x02, 0xff, 0x80], .value),
            ([0x0a, 0x02, 0x00, 0x01], .value), ([0x03, 0x00], .value), ([0x03, 0x01, 0x01], .value),
            ([0x03, 0x02, 0x08, 0x00], .value), ([0x03, 0x02, 0x01, 0x01], .value),
            ([0x05, 0x01, 0x00], .value),
            ([0x06, 0x00], .value), ([0x06, 0x02, 0x2a, 0x86], .value), ([0x06, 0x02, 0x80, 0x01], .value),
            ([0x06, 0x03, 0x2a, 0x80, 0x01], .value),
        ] as [([UInt8], DERError)])
    func `anything else is refused`(bytes: [UInt8], reason: DERError) { #expect(refusal(bytes) == reason) }

    private func nested(_ depth: Int, _ innermost: [UInt8]) -> [UInt8] {
        (0..<depth).reduce(innermost) { inner, _ in Self.element(0x30, inner) }
    }

    @Test func `sixteen elements may be open, and no more`() {
        #expect(refusal(nested(16, [])) == nil)
        #expect(refusal(nested(16, [0x05, 0x00])) == nil)
        #expect(refusal(nested(17, [])) == .depth)
        // Depth is what is open at a time, not how much there is.
        #expect(refusal(Self.element(0x30, Array(repeatElement(nested(15, []), count: 40).joined()))) == nil)
        #expect(refusal(nested(5000, [])) == .depth)
    }

    @Test func `every shorter part of good bytes is refused`() {
        let good = nested(3, [0x04, 0x03, 1, 2, 3, 0x05, 0x00])
        for length in good.indices { #expect(refusal(Array(good[..<length])) != nil) }
    }

    @Test func `an object identifier has one encoding`() throws {
        let apple = ObjectIdentifier(1, 2, 840, 113635, 100, 6, 39)
        #expect(apple.encoded == [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x63, 0x64, 0x06, 0x27])
        #expect(ObjectIdentifier(dotted: "1.2.840.113635.100.6.39") == apple)
        #expect(ObjectIdentifier(dotted: "2.999")?.encoded == [0x88, 0x37])
        #expect(apple.isWithin(ObjectIdentifier(1, 2, 840, 113635, 100, 6)) && apple.isWithin(apple))
        #expect(!ObjectIdentifier(1, 2, 840, 113635, 100, 6).isWithin(apple))
        for text in [
            "", "1", "1.", ".1", "1..2", "3.1", "1.40", "01.2", "1.2.x", "1.-2", "1.2.99999999999999999999",
        ] {
            #expect(ObjectIdentifier(dotted: text) == nil, "\(text)")
        }
    }
}
