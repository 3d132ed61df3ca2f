import Bearer
import Testing

@Test func `a good token says who calls`() throws {
    let issuer = try Issuer()
    let token = try issuer.token()
    let caller = try verifier(issuer).verify(authorization: Array("Bearer \(token)".utf8), now: Issuer.now)
    #expect(caller.id == "alice")
}

@Test(arguments: ["Bearer ", "bearer ", "BEARER ", "bEaReR "])
func `the scheme is read in any case`(scheme: String) throws {
    let issuer = try Issuer()
    #expect(try verifier(issuer).refusal(authorization: scheme + issuer.token()) == nil)
}

@Test(arguments: [
    nil, "", "Basic YWxpY2U6", "Bear", "Bearerx", "Bearer.", "DPoP TOKEN", " Bearer TOKEN", "TOKEN",
])
func `no bearer token is no error of the token's`(authorization: String?) throws {
    let issuer = try Issuer()
    let token = try issuer.token()
    let value = authorization?.replacing("TOKEN", with: token)
    #expect(try verifier(issuer).refusal(authorization: value) == .missing)
}

@Test(arguments: [
    "Bearer", "Bearer ", "Bearer  TOKEN", "Bearer\tTOKEN", "Bearer \tTOKEN", "Bearer TOKEN ",
    "Bearer TOKEN\n",
    "Bearer TOKEN TOKEN", "Bearer TOKEN\u{0}", "Bearer TOKEN\u{7F}",
])
func `bearer without exactly one space and one token is a malformed request`(authorization: String) throws {
    let issuer = try Issuer()
    let token = try issuer.token()
    let value = authorization.replacing("TOKEN", with: token)
    #expect(try verifier(issuer).refusal(authorization: value) == .authorizationMalformed)
}

@Test(arguments: TokenError.allCases)
func `each refusal has its challenge`(error: TokenError) {
    let expected =
        switch error {
        case .missing: "Bearer"
        case .authorizationMalformed: #"Bearer error="invalid_request""#
        default: #"Bearer error="invalid_token""#
        }
    #expect("\(error.challenge)" == expected)
}

@Test func `4 KiB of token are read and one byte more is not`() throws {
    let issuer = try Issuer()
    // Three characters for two bytes at most: the padding member grows by a byte until the length is met.
    func token(of count: Int) throws -> String? {
        for length in 2500..<3000 {
            let padding = String(repeating: "x", count: length)
            for spaces in ["", " ", "  "] {
                let token = try issuer.token(
                    header: issuer.header + spaces,
                    claims: Issuer.claims().replacing("{", with: #"{"pad":"\#(padding)","#))
                if token.utf8.count == count { return token }
                if token.utf8.count > count + 8 { return nil }
            }
        }
        return nil
    }
    let verifier = try verifier(issuer)
    #expect(verifier.refusal(try #require(try token(of: 4096))) == nil)
    #expect(verifier.refusal(try #require(try token(of: 4097))) == .malformed)
}

@Test func `the expiry is exclusive and late by the leeway, to the second`() throws {
    let issuer = try Issuer()
    let verifier = try verifier(issuer)
    let token = try issuer.token(claims: Issuer.claims(exp: "\(Issuer.now)"))
    #expect(verifier.refusal(token, now: Issuer.now + 29) == nil)
    #expect(verifier.refusal(token, now: Issuer.now + 30) == .expired)
}

@Test func `not before is early by the leeway, to the second`() throws {
    let issuer = try Issuer()
    let verifier = try verifier(issuer)
    let later = Issuer.now + 100
    let token = try issuer.token(claims: Issuer.claims(nbf: "\(later)"))
    #expect(verifier.refusal(token, now: later - 30) == nil)
    #expect(verifier.refusal(token, now: later - 31) == .notYetValid)
}

@Test func `a token from the future is refused, to the second`() throws {
    let issuer = try Issuer()
    let verifier = try verifier(issuer)
    let token = try issuer.token()
    #expect(verifier.refusal(token, now: Issuer.now - 30) == nil)
    #expect(verifier.refusal(token, now: Issuer.now - 31) == .notYetValid)
}

@Test func `times reach to the end of the year 9999`() throws {
    let issuer = try Issuer()
    let verifier = try verifier(issuer)
    #expect(verifier.refusal(try issuer.token(claims: Issuer.claims(exp: "253402300799"))) == nil)
    #expect(verifier.refusal(try issuer.token(claims: Issuer.claims(exp: "253402300800"))) == .claims)
    #expect(verifier.refusal(try issuer.token(claims: Issuer.claims(iat: "0", exp: "0"))) == .expired)
}

@Test(arguments: [#"["passwright"]"#, #"["other","passwright"]"#, #""passwright""#])
func `the audience is a text or a list that holds it`(aud: String) throws {
    let issuer = try Issuer()
    #expect(try verifier(issuer).refusal(issuer.token(claims: Issuer.claims(aud: aud))) == nil)
}

@Test func `the cardholder's id may have 128 bytes and not one more`() throws {
    let issuer = try Issuer()
    let verifier = try verifier(issuer)
    // Two bytes a character.
    let longest = String(repeating: "é", count: 64)
    let token = try issuer.token(claims: Issuer.claims(sub: "\"\(longest)\""))
    #expect(try verifier.verify(authorization: Array("Bearer \(token)".utf8), now: Issuer.now).id == longest)
    #expect(verifier.refusal(try issuer.token(claims: Issuer.claims(sub: "\"\(longest)x\""))) == .claims)
}

@Test func `the cardholder is in the claim that is configured`() throws {
    let issuer = try Issuer()
    let verifier = try verifier(issuer, cardholderClaim: "https://bank.example/cardholder")
    let claims = Issuer.claims().replacing("{", with: #"{"https://bank.example/cardholder":"bob","#)
    let token = try issuer.token(claims: claims)
    #expect(try verifier.verify(authorization: Array("Bearer \(token)".utf8), now: Issuer.now).id == "bob")
    #expect(verifier.refusal(try issuer.token()) == .claims)
}

@Test func `a token without kid is verified with the only key, and with none of two`() throws {
    let (one, two) = (try Issuer(kid: "one"), try Issuer(kid: "two"))
    let token = try one.token(header: #"{"alg":"ES256"}"#)
    #expect(try verifier(one).refusal(token) == nil)
    #expect(try verifier(two).refusal(token) == .signatureInvalid)
    #expect(try verifier(one, two).refusal(token) == .keyUnknown)
}

@Test func `kid selects the key, and nothing else is tried`() throws {
    let (one, two) = (try Issuer(kid: "one"), try Issuer(kid: "two"))
    let verifier = try verifier(one, two)
    #expect(verifier.refusal(try one.token()) == nil)
    #expect(verifier.refusal(try two.token()) == nil)
    #expect(verifier.refusal(try two.token(header: one.header)) == .signatureInvalid)
}

@Test(arguments: ["JWT", "jwt", "at+jwt", "AT+JWT", "application/at+jwt"])
func `an access token may say what it is`(type: String) throws {
    let issuer = try Issuer()
    let token = try issuer.token(header: #"{"alg":"ES256","typ":"\#(type)","kid":"one","x5t":"AA"}"#)
    #expect(try verifier(issuer).refusal(token) == nil)
}
