import Bearer
import Testing

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
    (Issuer.claims(sub: "\"4111111111111111\""), .claims),
    (Issuer.claims(sub: "\"pan:5555-5555-5555-4444\""), .claims),
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
