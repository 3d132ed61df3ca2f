import Cryptography
import TestSupport
import Testing

/// Known answers of the keys that only verify.
@Suite struct VerifyingKeyTests {
    /// RFC 6979, A.2.6, with SHA-384.
    private static let point =
        "04ec3a4e415b4e19a4568618029f427fa5da9a8bc4ae92e02e06aae5286b300c64def8f0ea9055866064a254515480bc13"
        + "8015d9b72d7d57244ea8ef9ac0c621896708a59367f9dfb9f54ca84b3f1c9db1288b231c3ae0d4fe7344fd2533264720"
    private static let r =
        "94edbb92a5ecb8aad4736e56c691916b3f88140666ce9fa73d64c4ea95ad133c81a648152e44acf96e36dd1e80fabe46"
    private static let s =
        "99ef4aeb15f178cea1fe40db2603138f130e740a19624526203b6351d0a3a94fa329c145786e679e7b82c71a38628ac8"

    @Test func `a P-384 signature of RFC 6979 verifies in both encodings`() throws {
        let key = try P384.PublicKey(point: [UInt8](hex: Self.point))
        let message = Array("sample".utf8)
        let der = [UInt8](hex: "3066023100" + Self.r + "023100" + Self.s)
        #expect(key.verifies(.raw([UInt8](hex: Self.r + Self.s)), of: message))
        #expect(key.verifies(.der(der), of: message))
        #expect(!key.verifies(.der(der), of: Array("Sample".utf8)))
        #expect(!key.verifies(.der(der + [0]), of: message))
        #expect(!key.verifies(.raw([UInt8](hex: Self.r)), of: message))
    }

    static let points = [
        Defective("a byte short", String(point.dropLast(2))),
        Defective("compressed", "02", String(point.dropFirst(2).prefix(96))),
        Defective("hybrid", "06", String(point.dropFirst(2))),
        Defective("off the curve", String(point.dropLast(2)), "21"),
        Defective("infinity", "00"),
    ]

    @Test(arguments: points)
    func `a P-384 point that is not 97 bytes on the curve is refused`(point: Defective) {
        #expect(throws: CryptographyError.self) { try P384.PublicKey(point: point.bytes) }
    }

    @Test func `an RSA signature made by another program verifies, and nothing near it`() throws {
        let key = try RSAPublicKey(modulus: RSAFigures.modulus, exponent: [1, 0, 1])
        let message = Array("sample".utf8)
        #expect(key.verifiesPKCS1(RSAFigures.signature, of: message))
        #expect(!key.verifiesPKCS1(RSAFigures.signature, of: Array("Sample".utf8)))
        #expect(!key.verifiesPKCS1(RSAFigures.signature + [0], of: message))
        #expect(!key.verifiesPKCS1([0] + RSAFigures.signature, of: message))
        #expect(!key.verifiesPKCS1(Array(RSAFigures.signature.dropFirst()), of: message))
        #expect(!key.verifiesPKCS1([], of: message))
        let another = try RSAPublicKey(modulus: RSAFigures.modulus, exponent: [3])
        #expect(!another.verifiesPKCS1(RSAFigures.signature, of: message))
    }

    /// A number of `bits` bits with both ends set.
    private static func modulus(bits: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (bits + 7) / 8)
        bytes[0] = 1 << UInt8((bits - 1) % 8)
        bytes[bytes.count - 1] |= 1
        return bytes
    }

    @Test(arguments: [(2047, false), (2048, true), (3072, true), (4096, true), (4097, false), (0, false)])
    func `an RSA modulus has 2048 to 4096 bits`(bits: Int, taken: Bool) {
        let modulus = bits == 0 ? [] : Self.modulus(bits: bits)
        #expect(((try? RSAPublicKey(modulus: modulus, exponent: [1, 0, 1])) != nil) == taken)
    }

    @Test func `an RSA modulus that is even or begins with zero is refused`() {
        var even = RSAFigures.modulus
        even[even.count - 1] &= 0xfe
        #expect(throws: CryptographyError.self) { try RSAPublicKey(modulus: even, exponent: [1, 0, 1]) }
        #expect(throws: CryptographyError.self) {
            try RSAPublicKey(modulus: [0] + RSAFigures.modulus, exponent: [1, 0, 1])
        }
    }

    @Test(arguments: [
        ("", false), ("00", false), ("01", false), ("02", false), ("03", true), ("010001", true),
        ("00010001", false), ("ffffffff", true), ("0100000001", false), ("010000", false),
    ])
    func `an RSA exponent is odd, from three to four bytes' worth`(exponent: String, taken: Bool) {
        let key = try? RSAPublicKey(modulus: RSAFigures.modulus, exponent: [UInt8](hex: exponent))
        #expect((key != nil) == taken)
    }
}

/// A key that was made for this test and thrown away, and its signature of "sample".
private enum RSAFigures {
    static let modulus = [UInt8](
        hex: [
            "d5e0a4d8ea7a167264b9c3fd47a82f0c032cb80508bc1e63a393ea89b6ef3645089d7867650657b9f1d536370914",
            "12c1a0b97d4bd0860b6f570e2956990424e1f21762776b1fb39f4aa0ae04176432ba9f27c19b820c673b61374c75",
            "8e6b655de2c707b4d5ea39eba9435d1a7d1e8e9d15b08ebfd0236fcf23470cab3b0f390935120eaab6d4150d5276",
            "0bc5e885103acb8c8e348bf728172c17c0d96ff17229455394979c140ebc9ca3569351ead188d135887e5102e7aa",
            "f85468b957ecb581dd6e2869a66a834b984ad782382875b3e0552ad33367d9b61a23da95676d33f1ed0412424190",
            "c3d64fae1d8593e83d53c61f04db62efb8cba6bc5acd25a4d071",
        ].joined())
    static let signature = [UInt8](
        hex: [
            "be0b692fed45620f9e70533eb0b0e63ddf3f6f3298b5b007e724738a4caa69966448f06d26ab777bade62fbce2dc",
            "b496644f7a3e035eef3f85fd756a289cc6516a65d5c41b3396dcb29e8839890b0243f03bad1cd8a39755af4c4ad3",
            "41595bcead24444a2c99509f0a9bd628abe82789676f67ac9b4382f692b3176de292cc658b6e9639d54f4aad37e1",
            "b16a0bbd82ba9a6a8712e29e83b91ab8269efb0afb1cae9e5fd26c77618da3672150635e5ba2186bb8c7541e4606",
            "31b7ef24831ef611bf0b4f6c9c78fdd3f39149fb6b4adc0ebc4d5e0839e21f8db6aec7c72874f40b221658c63d0a",
            "489437fc6025544d778b6fbfb6072f691b7018cedbbdd5340535",
        ].joined())
}
