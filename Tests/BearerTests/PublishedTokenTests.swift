import JSON
import Testing

@testable import Bearer

private func keys(_ members: String) throws -> KeySet {
    try KeySet(jwks: Array(#"{"keys":[\#(members)]}"#.utf8))
}
private let rsa = #"{"kty":"RSA","kid":"rsa","e":"AQAB","n":"\#(publishedN)"}"#
private let ec = #"{"kty":"EC","kid":"ec","crv":"P-256","x":"\#(publishedX)","y":"\#(publishedY)"}"#

private let payload =
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

/// RFC 7515, A.2.1 and A.3.1: keys, inputs and signatures.
private let published: [(jwk: String, token: String)] = [
    (
        rsa,
        "eyJhbGciOiJSUzI1NiJ9." + payload + """
            .cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdb\
            F9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383\
            LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWy\
            wlVmtVrBp0igcN_IoypGlUPQGe77Rw
            """
    ),
    (
        ec,
        "eyJhbGciOiJFUzI1NiJ9." + payload
            + ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
    ),
]

@Test(arguments: published)
func `the signatures of RFC 7515 are verified`(jwk: String, token: String) throws {
    let verified = try CompactJWS(Array(token.utf8)).verified(by: keys(jwk))
    #expect(
        verified
            == Array(
                "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}".utf8))
}

@Test(arguments: published)
func `the tokens of RFC 7515 lack claims`(jwk: String, token: String) throws {
    let verifier = TokenVerifier(
        keys: try keys(jwk), issuer: "joe", audience: "passwright", cardholderClaim: "sub")
    #expect(verifier.refusal(token, now: 1_300_819_380) == .claims)
}

/// Made with PyJWT 2.6.0 and the private keys of RFC 7515, A.2.2 and A.3.1.
private let claims = """
    eyJpc3MiOiJodHRwczovL2lzc3Vlci5leGFtcGxlIiwiYXVkIjpbInBhc3N3cmlnaHQiXSwiaWF0IjoxNzgwMDAwMDAwLCJleHAiOjE3ODAwMDAz\
    MDAsInN1YiI6ImFsaWNlIn0
    """
private let tokenES256 =
    "eyJhbGciOiJFUzI1NiIsImtpZCI6ImVjIiwidHlwIjoiSldUIn0." + claims
    + ".-Lav7ZligsDnMhrxzQQZAc5bEX_CrayV1JYj1wM1JZDipb2cdY-1tYRc2ThuqtLhexzS6e4_PGxj7OlongPMDg"
private let tokenRS256 =
    "eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYSIsInR5cCI6IkpXVCJ9." + claims + """
        .Vlh8gABCsiI_TSv23Hja4fespR_j2UOjiS49EHwg_9Wx0CwaJG4QHJhEwzL7ucBsBqvfA45Qw1YBb35hhYAb97GDGPTOkelaHwtngMicorMWjg3H\
        Ei7945C3RfyfsvyhoZUEI267Pq_Xr6RCq2JsRdeMonvaFMBm06_Lphr_Fj6DqJF3wEkZxGtGwpvrf-9chHPEOtSUgbf5NqmjcXhJA1XqMAi9_MDO\
        d7GQH50R7EAaetUho7KwvkfKwZFvYXWGYUfKPr6uS4JVtuZ1ALvjazkRl5M-i3J8BPhxTv-5J3Dkur54Vt8SJyB4xx9zhuDWv4uvvfTJpp2uZiRC\
        x0OeTg
        """

private func bothKeys() throws -> TokenVerifier {
    TokenVerifier(
        keys: try keys("\(rsa),\(ec)"), issuer: Issuer.name, audience: Issuer.audience, cardholderClaim: "sub"
    )
}

@Test(arguments: [tokenES256, tokenRS256])
func `a token that another implementation made says who calls`(token: String) throws {
    let caller = try bothKeys().verify(authorization: Array("Bearer \(token)".utf8), now: 1_780_000_100)
    #expect(caller.id == "alice")
    #expect(try bothKeys().refusal(token, now: 1_780_000_330) == .expired)
}

@Test func `an RS256 signature is exactly as long as the modulus`() throws {
    let parts = tokenRS256.split(separator: ".").map(String.init)
    let signature = try #require(Base64.decodeURL(Array(parts[2].utf8)))
    for other in [
        signature + [0], [0] + signature, Array(signature.dropFirst()), Array(signature.dropLast()), [],
    ] {
        let token = "\(parts[0]).\(parts[1])." + Issuer.base64URL(other)
        #expect(try bothKeys().refusal(token, now: 1_780_000_100) == .signatureInvalid)
    }
}

@Test func `a key of one kind does not verify the other kind's algorithm`() throws {
    let swapped = try keys(
        rsa.replacing("\"rsa\"", with: "\"ec\"") + "," + ec.replacing("\"ec\"", with: "\"rsa\""))
    let verifier = TokenVerifier(
        keys: swapped, issuer: Issuer.name, audience: Issuer.audience, cardholderClaim: "sub")
    for token in [tokenES256, tokenRS256] {
        #expect(verifier.refusal(token, now: 1_780_000_100) == .algorithm)
    }
}
