import JSON
import Testing

/// RFC 4648, section 10, and what the two alphabets have apart.
private let pairs: [(bytes: [UInt8], standard: String, url: String)] = [
    ([], "", ""), (Array("f".utf8), "Zg==", "Zg"), (Array("fo".utf8), "Zm8=", "Zm8"),
    (Array("foo".utf8), "Zm9v", "Zm9v"), (Array("foob".utf8), "Zm9vYg==", "Zm9vYg"),
    (Array("fooba".utf8), "Zm9vYmE=", "Zm9vYmE"), (Array("foobar".utf8), "Zm9vYmFy", "Zm9vYmFy"),
    ([0xFB, 0xFF, 0xFE], "+//+", "-__-"), ([0xFF], "/w==", "_w"),
]

@Test(arguments: pairs)
func `a text decodes to its bytes and back`(bytes: [UInt8], standard: String, url: String) {
    #expect(Base64.decode(Array(standard.utf8)) == bytes)
    #expect(Base64.decodeURL(Array(url.utf8)) == bytes)
    #expect(Base64.encode(bytes) == Array(standard.utf8))
}

@Test(arguments: [
    "Zg", "Zg=", "Zg===", "Zm8", "Zm9v====", "====", "=", "Zm9v=", "Z===", "Zh==", "Zm9=", "Zm8=Zm8=",
    "Zg==Zm9v",
    "Zm9v\n", "Zm9v\r\n", "\nZm9v", "Zm 9", " Zm9", "-__-", "Zm9v\u{0}\u{0}\u{0}\u{0}", "Zm9*", "Zmé=",
    "Z=g=",
])
func `a text that is not canonical padded base64 is refused`(text: String) {
    #expect(Base64.decode(Array(text.utf8)) == nil)
}

@Test(arguments: [
    "Zg==", "Zm8=", "Z", "A", "Zm9vZ", "Zm9vA", "Zh", "Zm9", "Zm9v\n", " Zm9v", "+//+", "Zm9v=", "Zm9v.",
    "Zm9*", "=",
    "Zg\u{0}",
])
func `a text that is not canonical base64url is refused`(text: String) {
    #expect(Base64.decodeURL(Array(text.utf8)) == nil)
}

@Test func `each last character with bits set after the last byte is refused`() {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let oneByte = alphabet.filter { Base64.decode([UInt8(ascii: "A"), $0, 0x3D, 0x3D]) != nil }
    let twoBytes = alphabet.filter { Base64.decode([UInt8(ascii: "A"), UInt8(ascii: "A"), $0, 0x3D]) != nil }
    #expect(oneByte == Array("AQgw".utf8))
    #expect(twoBytes == Array("AEIMQUYcgkosw048".utf8))
}

@Test func `every byte stands for at most one value`() {
    let accepted = (UInt8.min...UInt8.max).filter { Base64.decode([$0, 0x41, 0x41, 0x41]) != nil }
    #expect(accepted.count == 64)
    #expect(Set(accepted.map { Base64.decode([$0, 0x41, 0x41, 0x41]) }).count == 64)
}
