import Foundation
import Testing
import Wallet

@Suite struct ForgingTests {
    private static let now: Int64 = 1_780_000_000

    private let pki: SimulatedPKI
    private let forge: ChainForge

    init() throws {
        pki = try SimulatedPKI.make(now: Self.now)
        forge = ChainForge(pki: pki, now: Self.now)
    }

    @Test func `a chain can be continued where keys, names and identifiers are those of a simulated one`()
        throws
    {
        #expect(pki.canBeContinued)
        let stranger = try SimulatedKey(.p256)
        let twists: [(String, SimulatedPKI)] = [
            ("another root's name", try .make(now: Self.now, root: { $0.rename("Another Root CA") })),
            (
                "another intermediate's name",
                try .make(now: Self.now, intermediate: { $0.rename("Another CA") })
            ),
            (
                "another kind of key identifier",
                try .make(now: Self.now, intermediate: { $0.replace(.subjectKey([1, 2, 3])) })
            ),
            (
                "a key that is not the certificate's",
                SimulatedPKI(
                    rootKey: pki.rootKey, intermediateKey: stranger, leafKey: pki.leafKey, root: pki.root,
                    intermediate: pki.intermediate, leaf: pki.leaf)
            ),
        ]
        for (what, twisted) in twists { #expect(!twisted.canBeContinued, "\(what)") }
    }

    @Test(arguments: [1000, 8192])
    func `a leaf or an intermediate can have any size that is large enough`(size: Int) throws {
        let leaf = try forge.padded(to: size, place: 0) { try forge.leaf(twist: $0) }
        #expect(leaf.certificates[0].count == size)
        let intermediate = try forge.padded(to: size, place: 1) { try forge.intermediate(twist: $0) }
        #expect(intermediate.certificates[1].count == size)
    }

    @Test func `no leaf has 299 bytes`() {
        #expect(throws: WalletError.self) {
            try forge.padded(to: 299, place: 0) { try forge.leaf(twist: $0) }
        }
    }

    @Test func `an intermediate keeps its key and leaf, or gets a leaf in its new name`() throws {
        let kept = try forge.intermediate()
        #expect(kept.certificates[0] == pki.leaf && kept.certificates[1] != pki.intermediate)
        #expect(kept.key === pki.leafKey)
        let renamed = try forge.intermediate { $0.rename("Another CA") }
        #expect(renamed.certificates[0] != pki.leaf && renamed.key !== pki.leafKey)
    }

    @Test(arguments: [SimulatedKey.Kind.p256, .p384, .rsa(bits: 2048), .ed25519])
    func `a leaf's key signs a nonce in its own way`(kind: SimulatedKey.Kind) throws {
        let chain = try forge.leaf(kind)
        let signature = try chain.sign([1, 2, 3, 4])
        let form = kind == .p256 ? try ECDSASignature(raw: signature).der : signature
        #expect(throws: Never.self) { try chain.key.verify(form, over: [1, 2, 3, 4], .sha256) }
    }

    @Test func `a JSON object is written as it was put together`() {
        var members = JSONMembers(["a": "1", "b": "\"x\""])
        members.add("a", "2")
        members.set("b", "[]")
        members.set("c", "null")
        #expect(members.json == #"{"a":1,"b":[],"a":2,"c":null}"#)
        members.remove("a")
        #expect(members.json == #"{"b":[],"c":null}"#)
        #expect("a\"\\\n".json == #""a\"\\\u000a""#)
    }

    @Test(arguments: TokenForge.Algorithm.allCases)
    func `a token that is as it should be has its claims and a signature that holds`(
        algorithm: TokenForge.Algorithm
    ) throws {
        let key = try SimulatedKey(algorithm == .es256 ? .p256 : .rsa(bits: 2048))
        let forge = TokenForge(
            key: key, algorithm: algorithm, kid: "one", issuer: "i", audience: "a", cardholder: "c",
            now: Self.now)
        let parts = try forge.token().split(separator: ".").map(String.init)
        let texts = parts.prefix(2).map { String(decoding: Base64.decodeURL($0) ?? [], as: UTF8.self) }
        #expect(texts[0] == #"{"alg":"\#(algorithm.rawValue)","typ":"JWT","kid":"one"}"#)
        #expect(texts[1] == #"{"iss":"i","aud":"a","sub":"c","iat":1780000000,"exp":1780003600}"#)
        let signature = try #require(Base64.decodeURL(parts[2]))
        let form = algorithm == .es256 ? try ECDSASignature(raw: signature).der : signature
        let input = Array("\(parts[0]).\(parts[1])".utf8)
        #expect(throws: Never.self) { try key.verify(form, over: input, .sha256) }
    }

    @Test func `fixtures that name another kind of key forge no token`() throws {
        let text = """
            {"jwt": {"issuer": "i", "audience": "a", "kid": "k", "alg": "ES256"}, "cardholders": {"alice": "c"}}
            """
        let fixtures = try JSONDecoder().decode(Fixtures.self, from: Data(text.utf8))
        func forge(_ kind: SimulatedKey.Kind, _ name: String) throws -> TokenForge? {
            TokenForge(fixtures, key: try SimulatedKey(kind), cardholder: name, now: Self.now)
        }
        #expect(try forge(.p256, "alice")?.cardholder == "c")
        #expect(try forge(.rsa(bits: 2048), "alice") == nil)
        #expect(try forge(.p256, "nobody") == nil)
    }

    /// RFC 4231, 4.3.
    @Test func `HMAC-SHA-256 has its published value`() throws {
        let code = try hmacSHA256(key: Array("Jefe".utf8), Array("what do ya want for nothing?".utf8))
        #expect(code.hexadecimal == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }
}
