import Bearer
import Cryptography
import JSON
import Testing

/// A good token, made into something else after it was signed.
private let twists: [(what: String, twist: @Sendable (String) -> String, refusal: TokenError)] = [
    ("empty", { _ in "" }, .authorizationMalformed),
    ("one part", { String($0.split(separator: ".")[0]) }, .malformed),
    ("two parts", { $0.split(separator: ".")[..<2].joined(separator: ".") }, .malformed),
    ("a dot at the end", { $0 + "." }, .malformed), ("a dot before", { "." + $0 }, .malformed),
    ("two dots in the middle", { $0.replacing(".", with: "..", maxReplacements: 1) }, .malformed),
    ("five parts", { $0 + ".AAAA.AAAA" }, .malformed), ("only dots", { _ in ".." }, .malformed),
    ("padding", { $0 + "==" }, .malformed),
    ("padding in the header", { twist($0, 0) { $0 + "=" } }, .malformed),
    ("standard alphabet", { twist($0, 2) { "+" + $0.dropFirst() } }, .malformed),
    (
        "a stray bit at the end",
        { twist($0, 2) { $0.dropLast() + (["A": "B", "Q": "R", "g": "h", "w": "x"][$0.last!]!) } },
        .malformed
    ),
    ("percent encoding", { $0.replacing(".", with: "%2E") }, .malformed),
    ("no signature", { twist($0, 2) { _ in "" } }, .signatureInvalid),
    ("a signature a byte short", { twist($0, 2) { _ in raw(63) } }, .signatureInvalid),
    ("a signature a byte long", { twist($0, 2) { _ in raw(65) } }, .signatureInvalid),
    ("r and s zero", { twist($0, 2) { _ in raw(64) } }, .signatureInvalid),
    (
        "another's claims", { twist($0, 1) { _ in text(Issuer.claims(sub: #""mallory""#)) } },
        .signatureInvalid
    ),
    ("no claims", { twist($0, 1) { _ in "" } }, .signatureInvalid),
    ("another header", { twist($0, 0) { _ in text(#"{"kid":"one","alg":"ES256"}"#) } }, .signatureInvalid),
    ("no header", { twist($0, 0) { _ in "" } }, .malformed),
    ("unsecured", { twist(twist($0, 2) { _ in "" }, 0) { _ in text(#"{"alg":"none"}"#) } }, .algorithm),
    (
        "JSON serialization",
        { #"{"protected":"\#($0.split(separator: ".")[0])","payload":"e30","signature":""}"# },
        .malformed
    ),
]

/// Changes the part at `place`.
private func twist(_ token: String, _ place: Int, _ change: (String) -> String) -> String {
    var parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    parts[place] = change(parts[place])
    return parts.joined(separator: ".")
}

private func text(_ json: String) -> String { Issuer.base64URL(Array(json.utf8)) }
private func raw(_ count: Int) -> String { Issuer.base64URL([UInt8](repeating: 0, count: count)) }

@Test(arguments: twists)
func `a token that was changed is refused`(
    what: String, twist: @Sendable (String) -> String, refusal: TokenError
) throws {
    let issuer = try Issuer()
    #expect(try verifier(issuer).refusal(twist(issuer.token())) == refusal, "\(what)")
}

@Test func `each bit of a signature counts`() throws {
    let issuer = try Issuer()
    let verifier = try verifier(issuer)
    let token = try issuer.token()
    let parts = token.split(separator: ".")
    let signature = try #require(Base64.decodeURL(Array(parts[2].utf8)))
    for place in signature.indices {
        var other = signature
        other[place] ^= 1
        let forged = "\(parts[0]).\(parts[1])." + Issuer.base64URL(other)
        #expect(verifier.refusal(forged) == .signatureInvalid)
    }
}

@Test func `the same numbers in DER are no signature of a JWS`() throws {
    let issuer = try Issuer()
    let token = try issuer.token()
    let der = twist(token, 2) { part in
        let raw = Base64.decodeURL(Array(part.utf8))!
        func integer(_ number: ArraySlice<UInt8>) -> [UInt8] {
            var digits = Array(number.drop { $0 == 0 })
            if digits[0] >= 0x80 { digits.insert(0, at: 0) }
            return [0x02, UInt8(digits.count)] + digits
        }
        let body = integer(raw[..<32]) + integer(raw[32...])
        return Issuer.base64URL([0x30, UInt8(body.count)] + body)
    }
    #expect(try verifier(issuer).refusal(der) == .signatureInvalid)
}

@Test func `an HMAC keyed with the public key is no signature`() throws {
    let issuer = try Issuer()
    let publicKey = SecretBytes(copying: Array(issuer.jwk().utf8))
    for algorithm in ["HS256", "ES256"] {
        let input = text(#"{"alg":"\#(algorithm)","kid":"one"}"#) + "." + text(Issuer.claims())
        let code = try HMACSHA256.code(for: Array(input.utf8), key: publicKey)
        let refusal = try verifier(issuer).refusal(input + "." + Issuer.base64URL(code))
        #expect(refusal == (algorithm == "HS256" ? .algorithm : .signatureInvalid))
    }
}

@Test func `a token signed with the key that it brings along is refused`() throws {
    let (issuer, mallory) = (try Issuer(), try Issuer())
    let header = #"{"alg":"ES256","jwk":\#(mallory.jwk())}"#
    #expect(try verifier(issuer).refusal(mallory.token(header: header)) == .header)
    #expect(try verifier(issuer).refusal(mallory.token()) == .signatureInvalid)
}
