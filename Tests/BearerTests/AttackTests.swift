import Bearer
import Cryptography
import JSON
import Testing

/// What a header may not be, each with the signature that its own key gives it.
private let headers: [(header: String, refusal: TokenError)] = [
    // Algorithms that no key here has, or that are nobody's.
    (#"{"alg":"none","kid":"one"}"#, .algorithm), (#"{"alg":"None","kid":"one"}"#, .algorithm),
    (#"{"alg":"NONE","kid":"one"}"#, .algorithm), (#"{"alg":"nOnE","kid":"one"}"#, .algorithm),
    (#"{"alg":"","kid":"one"}"#, .algorithm), (#"{"alg":"HS256","kid":"one"}"#, .algorithm),
    (#"{"alg":"RS256","kid":"one"}"#, .algorithm), (#"{"alg":"ES384","kid":"one"}"#, .algorithm),
    (#"{"alg":"ES256K","kid":"one"}"#, .algorithm), (#"{"alg":"PS256","kid":"one"}"#, .algorithm),
    (#"{"alg":"es256","kid":"one"}"#, .algorithm), (#"{"alg":"ES256 ","kid":"one"}"#, .algorithm),
    (#"{"alg":"EdDSA","kid":"one"}"#, .algorithm),
    // An algorithm of another type, none at all, or two.
    (#"{"kid":"one"}"#, .malformed), (#"{"alg":null,"kid":"one"}"#, .malformed),
    (#"{"alg":256,"kid":"one"}"#, .malformed), (#"{"alg":["ES256"],"kid":"one"}"#, .malformed),
    (#"{"alg":{"ES256":1},"kid":"one"}"#, .malformed), (#"{"Alg":"ES256","kid":"one"}"#, .malformed),
    (#"{"alg":"ES256","alg":"ES256","kid":"one"}"#, .malformed),
    (#"{"alg":"none","alg":"ES256","kid":"one"}"#, .malformed),
    (#"{"alg":"ES256","\u0061lg":"none","kid":"one"}"#, .malformed),
    // Key names.
    (#"{"alg":"ES256","kid":1}"#, .malformed), (#"{"alg":"ES256","kid":null}"#, .malformed),
    (#"{"alg":"ES256","kid":["one"]}"#, .malformed),
    (#"{"alg":"ES256","kid":"one","kid":"one"}"#, .malformed),
    (#"{"alg":"ES256","kid":"two"}"#, .keyUnknown), (#"{"alg":"ES256","kid":""}"#, .keyUnknown),
    (#"{"alg":"ES256","kid":"One"}"#, .keyUnknown), (#"{"alg":"ES256","kid":"one "}"#, .keyUnknown),
    (#"{"alg":"ES256","kid":"../../../dev/null"}"#, .keyUnknown),
    (#"{"alg":"ES256","kid":"' or 1=1 --"}"#, .keyUnknown),
    // Keys and places of keys that the token brings along.
    (#"{"alg":"ES256","kid":"one","jwk":{"kty":"EC"}}"#, .header),
    (#"{"alg":"ES256","kid":"one","jku":"https://issuer.example/jwks.json"}"#, .header),
    (#"{"alg":"ES256","kid":"one","x5u":"https://issuer.example/x5u"}"#, .header),
    (#"{"alg":"ES256","kid":"one","x5c":["MIIB"]}"#, .header),
    (#"{"alg":"ES256","kid":"one","jwk":null}"#, .header),
    // Extensions that must be understood.
    (#"{"alg":"ES256","kid":"one","crit":["exp"],"exp":1}"#, .header),
    (#"{"alg":"ES256","kid":"one","crit":[]}"#, .header),
    (#"{"alg":"ES256","kid":"one","crit":null}"#, .header),
    (#"{"alg":"ES256","kid":"one","b64":false,"crit":["b64"]}"#, .header),
    (#"{"alg":"ES256","kid":"one","b64":true}"#, .header),
    (#"{"alg":"ES256","kid":"one","b64":false}"#, .header),
    // Other tokens: nested, encrypted, compressed, signed for another purpose.
    (#"{"alg":"ES256","kid":"one","cty":"JWT"}"#, .header),
    (#"{"alg":"ES256","kid":"one","cty":"jwt"}"#, .header),
    (#"{"alg":"ES256","kid":"one","enc":"A256GCM"}"#, .header),
    (#"{"alg":"ES256","kid":"one","zip":"DEF"}"#, .header),
    (#"{"alg":"ES256","kid":"one","typ":"dpop+jwt"}"#, .header),
    (#"{"alg":"ES256","kid":"one","typ":"logout+jwt"}"#, .header),
    (#"{"alg":"ES256","kid":"one","typ":""}"#, .header),
    (#"{"alg":"ES256","kid":"one","typ":1}"#, .malformed),
    // Not an object in strict JSON.
    ("", .malformed), ("{}", .malformed), ("[]", .malformed), (#""ES256""#, .malformed), ("null", .malformed),
    (#"{"alg":"ES256","kid":"one"}x"#, .malformed), (#"{"alg":"ES256","kid":"one",}"#, .malformed),
    ("\u{FEFF}{\"alg\":\"ES256\",\"kid\":\"one\"}", .malformed),
]

@Test(arguments: headers)
func `a header is refused though its signature is good`(header: String, refusal: TokenError) throws {
    let issuer = try Issuer()
    #expect(try verifier(issuer).refusal(issuer.token(header: header)) == refusal)
}

/// What claims may not be, signed as they stand.
private let claims: [(claims: String, refusal: TokenError)] = [
    (Issuer.claims(exp: nil), .claims), (Issuer.claims(iat: nil), .claims),
    (Issuer.claims(iss: nil), .claims),
    (Issuer.claims(aud: nil), .claims), (Issuer.claims(sub: nil), .claims),
    // Times that are no whole seconds in a calendar.
    (Issuer.claims(exp: "\"1780000300\""), .claims), (Issuer.claims(exp: "1780000300.0"), .claims),
    (Issuer.claims(exp: "1.7800003e9"), .claims), (Issuer.claims(exp: "1e308"), .claims),
    (Issuer.claims(exp: "1e400"), .claims), (Issuer.claims(exp: "9223372036854775807"), .claims),
    (Issuer.claims(exp: "9223372036854775808"), .claims), (Issuer.claims(exp: "-1"), .claims),
    (Issuer.claims(exp: "null"), .claims), (Issuer.claims(exp: "true"), .claims),
    (Issuer.claims(exp: "[1780000300]"), .claims), (Issuer.claims(iat: "\"1780000000\""), .claims),
    (Issuer.claims(iat: "1780000000.5"), .claims), (Issuer.claims(iat: "-9223372036854775808"), .claims),
    (Issuer.claims(iat: "null"), .claims), (Issuer.claims(nbf: "\"0\""), .claims),
    (Issuer.claims(nbf: "null"), .claims), (Issuer.claims(nbf: "-1"), .claims),
    (Issuer.claims(nbf: "0.5"), .claims),
    // Times that are past or to come.
    (Issuer.claims(exp: "1779999970"), .expired), (Issuer.claims(exp: "0"), .expired),
    (Issuer.claims(iat: "1780000031"), .notYetValid), (Issuer.claims(nbf: "1780000031"), .notYetValid),
    // The issuer.
    (Issuer.claims(iss: "\"https://issuer.example/\""), .issuer), (Issuer.claims(iss: "\"\""), .issuer),
    (Issuer.claims(iss: "\"https://Issuer.example\""), .issuer), (Issuer.claims(iss: "1"), .claims),
    (Issuer.claims(iss: "[\"https://issuer.example\"]"), .claims), (Issuer.claims(iss: "null"), .claims),
    // The audience.
    (Issuer.claims(aud: "\"other\""), .audience), (Issuer.claims(aud: "\"passwright \""), .audience),
    (Issuer.claims(aud: "\"PASSWRIGHT\""), .audience), (Issuer.claims(aud: #"["other"]"#), .audience),
    (Issuer.claims(aud: "[]"), .claims), (Issuer.claims(aud: #"["passwright",1]"#), .claims),
    (Issuer.claims(aud: #"[["passwright"]]"#), .claims), (Issuer.claims(aud: #"{"passwright":1}"#), .claims),
    (Issuer.claims(aud: "null"), .claims),
    // The cardholder.
    (Issuer.claims(sub: "\"\""), .claims), (Issuer.claims(sub: "1"), .claims),
    (Issuer.claims(sub: "null"), .claims),
    (Issuer.claims(sub: "[\"alice\"]"), .claims), (Issuer.claims(sub: #"{"id":"alice"}"#), .claims),
    (Issuer.claims(sub: #""alice\u0000""#), .claims),
    (Issuer.claims(sub: "\"" + String(repeating: "x", count: 129) + "\""), .claims),
    // Not an object in strict JSON: a claim twice, a token in a token, and nothing at all.
    (Issuer.claims().replacing("}", with: #","sub":"mallory"}"#), .claims),
    (Issuer.claims().replacing("}", with: #","exp":9999999999}"#), .claims),
    ("", .claims), ("[]", .claims), ("alice", .claims), ("{}", .claims), ("{}{}", .claims),
    ("eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbGljZSJ9.", .claims),
]

@Test(arguments: claims)
func `claims are refused though their signature is good`(claims: String, refusal: TokenError) throws {
    let issuer = try Issuer()
    #expect(try verifier(issuer).refusal(issuer.token(claims: claims)) == refusal)
}

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
