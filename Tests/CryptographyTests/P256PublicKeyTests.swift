import Cryptography
import TestSupport
import Testing

@Suite struct P256PublicKeyTests {
    @Test func `a point, its SubjectPublicKeyInfo and its PEM are one key`() throws {
        let key = try P256.PublicKey(point: [UInt8](hex: P256Figures.point))
        #expect(key.point.hex == P256Figures.point)
        #expect(key.spki.hex == P256Figures.spki)
        #expect(key.pem == P256Figures.pem("PUBLIC KEY", P256Figures.spki))
        #expect(try P256.PublicKey(spki: [UInt8](hex: P256Figures.spki)).point == key.point)
        #expect(
            try P256.PublicKey(pem: P256Figures.pem("PUBLIC KEY", P256Figures.spki)).point == key.point)
    }

    private static let zeros = String(repeating: "00", count: 32)
    private static let coordinates = String(P256Figures.point.dropFirst(2))
    private static let x = String(coordinates.prefix(64))

    static let points: [Defective] = [
        Defective("infinity", "00"),
        Defective("infinity, padded", "00", zeros, zeros),
        Defective("nothing"),
        Defective("compressed", "03", x),
        Defective("compressed, padded", "03", coordinates),
        Defective("hybrid", "07", coordinates),
        Defective("off the curve", "04", String(coordinates.dropLast(2)), "b4"),
        Defective("coordinates not below the field's prime", "04", String(repeating: "ff", count: 64)),
        Defective("the origin", "04", zeros, zeros),
        Defective("a byte short", String(P256Figures.point.dropLast(2))),
        Defective("a byte long", P256Figures.point, "00"),
    ]

    @Test(arguments: points)
    func `a point that is not 65 bytes on the curve is refused`(point: Defective) {
        #expect(throws: CryptographyError.self) { try P256.PublicKey(point: point.bytes) }
    }

    static let spkis: [Defective] = [
        Defective(
            "another curve's name", P256Figures.spki.replacing("2a8648ce3d030107", with: "2a8648ce3d030106")),
        Defective("unused bits", P256Figures.spki.replacing("034200", with: "034201")),
        Defective("a byte after", P256Figures.spki, "00"),
        Defective("a byte short", String(P256Figures.spki.dropLast(2))),
        Defective("a long length", "308159", String(P256Figures.spki.dropFirst(4))),
        Defective("compressed", "3039301306072a8648ce3d020106082a8648ce3d03010703220003", x),
        Defective("off the curve", String(P256Figures.spki.dropLast(2)), "b4"),
    ]

    @Test(arguments: spkis)
    func `another form of a SubjectPublicKeyInfo is refused`(spki: Defective) {
        #expect(throws: CryptographyError.self) { try P256.PublicKey(spki: spki.bytes) }
        #expect(throws: CryptographyError.self) {
            try P256.PublicKey(pem: P256Figures.pem("PUBLIC KEY", spki.bytes.hex))
        }
    }

    @Test(arguments: ["PRIVATE KEY", "CERTIFICATE", "EC PUBLIC KEY"])
    func `PEM under another label is refused`(label: String) {
        #expect(throws: CryptographyError.self) {
            try P256.PublicKey(pem: P256Figures.pem(label, P256Figures.spki))
        }
    }

    @Test func `text that is not PEM is refused`() {
        #expect(throws: CryptographyError.self) { try P256.PublicKey(pem: []) }
        #expect(throws: CryptographyError.self) { try P256.PublicKey(pem: Array("no key".utf8)) }
    }

    @Test func `a signature of RFC 6979 verifies in both encodings`() throws {
        let key = try P256.PublicKey(point: [UInt8](hex: P256Figures.signer))
        let message = Array("sample".utf8)
        #expect(key.verifies(.raw([UInt8](hex: P256Figures.r + P256Figures.s)), of: message))
        #expect(key.verifies(.der([UInt8](hex: P256Figures.der)), of: message))
        #expect(!key.verifies(.der([UInt8](hex: P256Figures.der)), of: Array("Sample".utf8)))
        let another = try P256.PublicKey(point: [UInt8](hex: P256Figures.point))
        #expect(!another.verifies(.der([UInt8](hex: P256Figures.der)), of: message))
    }

    static let rawSignatures: [Defective] = [
        Defective("nothing"),
        Defective("63 bytes", P256Figures.r, String(P256Figures.s.dropLast(2))),
        Defective("65 bytes", P256Figures.r, P256Figures.s, "00"),
        Defective("65 bytes of the right numbers", P256Figures.r, "00", P256Figures.s),
        Defective("zeros", zeros, zeros),
        Defective("r is zero", zeros, P256Figures.s),
        Defective("s is the order", P256Figures.r, P256Figures.order),
        Defective("r and s exchanged", P256Figures.s, P256Figures.r),
        Defective("the DER form", P256Figures.der),
    ]

    @Test(arguments: rawSignatures)
    func `another raw signature is refused`(signature: Defective) throws {
        let key = try P256.PublicKey(point: [UInt8](hex: P256Figures.signer))
        #expect(!key.verifies(.raw(signature.bytes), of: Array("sample".utf8)))
    }

    static let encodings: [Defective] = [
        Defective("nothing"),
        Defective("the raw form", P256Figures.r, P256Figures.s),
        Defective("a byte after", P256Figures.der, "00"),
        Defective("a byte after, counted", "3047022100", P256Figures.r, "022100", P256Figures.s, "00"),
        Defective("a long length", "308146022100", P256Figures.r, "022100", P256Figures.s),
        Defective("a needless zero", "304702220000", P256Figures.r, "022100", P256Figures.s),
        Defective("negative r", "30450220", P256Figures.r, "022100", P256Figures.s),
        Defective("indefinite length", "3080022100", P256Figures.r, "022100", P256Figures.s, "0000"),
    ]

    @Test(arguments: encodings)
    func `another encoding of a signature than strict DER is refused`(signature: Defective) throws {
        let key = try P256.PublicKey(point: [UInt8](hex: P256Figures.signer))
        #expect(!key.verifies(.der(signature.bytes), of: Array("sample".utf8)))
    }
}
