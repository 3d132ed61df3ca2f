import Bearer
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
