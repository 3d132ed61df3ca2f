import Cryptography
import Foundation
import TestSupport
import Testing

/// Figures of RFC 5903, section 8.1, and RFC 6979, A.2.5.
enum P256Figures {
    static let scalar = "c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433"
    static let point =
        "04dad0b65394221cf9b051e1feca5787d098dfe637fc90b9ef945d0c37725811805271a0461cdb8252d61f1c456fa3e5"
        + "9ab1f45b33accf5f58389e0577b8990bb3"
    static let peerPoint =
        "04d12dfb5289c8d4f81208b70270398c342296970a0bccb74c736fc7554494bf6356fbf3ca366cc23e8157854c13c58d"
        + "6aac23f046ada30f8353e74f33039872ab"
    static let sharedSecret = "d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de"
    static let spki = "3059301306072a8648ce3d020106082a8648ce3d030107034200" + point
    static let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"

    static let signer =
        "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99a41ae9e95628bc"
        + "64f2f1b20c2d7e9f5177a3c294d4462299"
    static let r = "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
    static let s = "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
    static let der = "3046022100" + r + "022100" + s

    /// Text of RFC 7468 around DER.
    static func pem(_ label: String, _ der: String) -> [UInt8] {
        let lines = Data([UInt8](hex: der)).base64EncodedString(options: [
            .lineLength64Characters, .endLineWithLineFeed,
        ])
        return Array("-----BEGIN \(label)-----\n\(lines)\n-----END \(label)-----\n".utf8)
    }
}

/// Bytes with one defect.
struct Defective: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]

    init(_ defect: String, _ parts: String...) {
        testDescription = defect
        bytes = [UInt8](hex: parts.joined())
    }
}

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

@Suite struct P256PrivateKeyTests {
    /// Kept in a function since a noncopyable value cannot be shared by tests.
    private func figure() throws -> P256.PrivateKey {
        try P256.PrivateKey(scalar: SecretBytes(copying: [UInt8](hex: P256Figures.scalar)))
    }

    @Test func `a scalar gives its point and the shared secret of RFC 5903`() throws {
        let key = try figure()
        #expect(key.publicKey.point.hex == P256Figures.point)
        let secret = try key.sharedSecret(with: P256.PublicKey(point: [UInt8](hex: P256Figures.peerPoint)))
            .revealed
        #expect(secret.hex == P256Figures.sharedSecret)
    }

    @Test func `two fresh keys differ and agree on a secret`() throws {
        let mine = try P256.PrivateKey()
        let theirs = try P256.PrivateKey()
        #expect(mine.publicKey.point != theirs.publicKey.point)
        let here = try mine.sharedSecret(with: theirs.publicKey).revealed
        let there = try theirs.sharedSecret(with: mine.publicKey).revealed
        #expect(here == there)
        #expect(here.count == 32)
    }

    @Test(arguments: [
        String(repeating: "00", count: 32), P256Figures.order, String(repeating: "ff", count: 32),
        String(P256Figures.scalar.dropLast(2)), "00" + P256Figures.scalar, "",
    ])
    func `a scalar that is not 32 bytes from one to the order less one is refused`(scalar: String) {
        var refused = false
        do { _ = try P256.PrivateKey(scalar: SecretBytes(copying: [UInt8](hex: scalar))) } catch {
            refused = true
        }
        #expect(refused)
    }

    @Test(arguments: [
        String(repeating: "00", count: 31) + "01", String(P256Figures.order.dropLast(2)) + "50",
    ])
    func `the first and the last scalar are taken`(scalar: String) throws {
        // 1 * G and (n - 1) * G = -G have G's x coordinate.
        let key = try P256.PrivateKey(scalar: SecretBytes(copying: [UInt8](hex: scalar)))
        #expect(
            key.publicKey.point[1...32].elementsEqual(
                [UInt8](hex: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296")))
    }

    @Test func `a signature is 64 bytes and verifies with the other half`() throws {
        let key = try figure()
        let message = Array("sample".utf8)
        for _ in 0..<50 {
            let signature = try key.rawSignature(of: message)
            #expect(signature.count == 64)
            #expect(key.publicKey.verifies(.raw(signature), of: message))
        }
    }

    @Test func `a key written in PEM is read again`() throws {
        let key = try figure()
        let pem = try key.pem()
        #expect(pem.revealed.starts(with: Array("-----BEGIN PRIVATE KEY-----\n".utf8)))
        let again = try P256.PrivateKey(pem: pem)
        #expect(again.publicKey.point == key.publicKey.point)
    }

    @Test func `a key is read from SEC1, with and without its public key`() throws {
        let named = "a00a06082a8648ce3d030107"
        let bare = ["3031020101", "0420", P256Figures.scalar, named].joined()
        let whole = ["3077020101", "0420", P256Figures.scalar, named, "a144034200", P256Figures.point]
            .joined()
        for der in [bare, whole] {
            let key = try P256.PrivateKey(
                pem: SecretBytes(copying: P256Figures.pem("EC PRIVATE KEY", der)))
            #expect(key.publicKey.point.hex == P256Figures.point)
        }
    }

    @Test func `a key whose public key is another's is refused`() {
        let named = "a00a06082a8648ce3d030107"
        let der = ["3077020101", "0420", P256Figures.scalar, named, "a144034200", P256Figures.peerPoint]
            .joined()
        #expect(refuses(P256Figures.pem("EC PRIVATE KEY", der)))
    }

    @Test func `explicit parameters are refused even where they spell P-256`() {
        // ECParameters (SEC 1, C.2): version, prime field, a and b, G uncompressed, order, cofactor.
        let prime = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"
        let a = "ffffffff00000001000000000000000000000000fffffffffffffffffffffffc"
        let b = "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b"
        let base =
            "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
            + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
        let field = "302c06072a8648ce3d0101022100" + prime
        let curve = "30440420" + a + "0420" + b
        let parameters = ["3081e0020101", field, curve, "0441", base, "022100", P256Figures.order, "020101"]
            .joined()
        let der = ["3082010c020101", "0420", P256Figures.scalar, "a081e3", parameters].joined()
        #expect(refuses(P256Figures.pem("EC PRIVATE KEY", der)))
    }

    @Test func `a key on another curve is refused`() {
        let der = ["302e020101", "0420", P256Figures.scalar, "a00706052b8104000a"].joined()
        #expect(refuses(P256Figures.pem("EC PRIVATE KEY", der)))
    }

    @Test func `an encrypted key is refused without asking for a passphrase`() {
        // The figure's key in PBES2 under the empty passphrase: it opens for whoever answers with nothing.
        let der = [
            "3081ec305706092a864886f70d01050d304a302906092a864886f70d01050c301c040805daa3f99a41754002",
            "020800300c06082a864886f70d02090500301d060960864801650304012a04109cfd690f83bb90aced2a0e4f",
            "7853bcb80481906ce0fa494185ed8805821198d8e81ef934d2910a6324e94333878ad18f994391f1c1022dc1",
            "0e8c475015bd226f2ae4a678ae9dee6edf3ad0d8ca25e905f4a6a79cbed764ef97699c07b125815ff6cbb756",
            "c1dedd521b7a20d3c2d7ddbad97d3afbfac45a1d8b993874be7b1935ef425ba5c465d5bfd30046383775df0c",
            "0123b44b690085799e8768a4275c2bf19d756c",
        ].joined()
        #expect(refuses(P256Figures.pem("ENCRYPTED PRIVATE KEY", der)))
    }

    @Test func `a public key and nothing are not private keys`() {
        #expect(refuses(P256Figures.pem("PUBLIC KEY", P256Figures.spki)))
        #expect(refuses([]))
    }

    private func refuses(_ pem: [UInt8]) -> Bool {
        do {
            _ = try P256.PrivateKey(pem: SecretBytes(copying: pem))
            return false
        } catch {
            return true
        }
    }
}
