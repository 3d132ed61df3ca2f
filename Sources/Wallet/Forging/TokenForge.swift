internal import COpenSSL

/// A bearer token before it is signed (RFC 7515, RFC 7519): every member can be what it should not be.
package struct TokenTemplate: Sendable {
    package var header: JSONMembers
    package var claims: JSONMembers

    /// The token of this header and these claims, with whatever `sign` makes of what is signed.
    package func compact(_ sign: ([UInt8]) throws -> [UInt8]) rethrows -> String {
        let input = [header.json, claims.json].map { Base64.encodeURL(Array($0.utf8)) }
            .joined(separator: ".")
        return input + "." + Base64.encodeURL(try sign(Array(input.utf8)))
    }
}

/// Makes bearer tokens that are right but for one thing, with the key of those who issue them.
package struct TokenForge: Sendable {
    /// What a token is signed with (RFC 7518, section 3.1).
    package enum Algorithm: String, CaseIterable, Sendable {
        case es256 = "ES256"
        case rs256 = "RS256"
    }

    package let key: SimulatedKey
    package let algorithm: Algorithm
    package let kid: String?
    package let issuer: String
    package let audience: String
    /// The text of the claim that says who calls.
    package let cardholder: String
    /// Seconds since 1970.
    package let now: Int64

    package init(
        key: SimulatedKey, algorithm: Algorithm, kid: String?, issuer: String, audience: String,
        cardholder: String, now: Int64
    ) {
        self.key = key
        self.algorithm = algorithm
        self.kid = kid
        self.issuer = issuer
        self.audience = audience
        self.cardholder = cardholder
        self.now = now
    }

    /// As `fixtures` say that tokens are minted, for the cardholder of this name; nil where they do not say it, or say
    /// another kind of key than `key` is.
    package init?(_ fixtures: Fixtures, key: SimulatedKey, cardholder name: String, now: Int64) {
        guard let jwt = fixtures.jwt, let issuer = jwt.issuer, let audience = jwt.audience,
            let algorithm = jwt.alg.flatMap(Algorithm.init), let cardholder = fixtures.cardholders?[name],
            key.family == (algorithm == .es256 ? EVP_PKEY_EC : EVP_PKEY_RSA)
        else { return nil }
        self.init(
            key: key, algorithm: algorithm, kid: jwt.kid, issuer: issuer, audience: audience,
            cardholder: cardholder, now: now)
    }

    /// A token that is as it should be: issued now, good for an hour.
    package var honest: TokenTemplate {
        var header = JSONMembers(["alg": algorithm.rawValue.json, "typ": "\"JWT\""])
        if let kid { header.add("kid", kid.json) }
        let claims = JSONMembers([
            "iss": issuer.json, "aud": audience.json, "sub": cardholder.json, "iat": "\(now)",
            "exp": "\(now + 3600)",
        ])
        return TokenTemplate(header: header, claims: claims)
    }

    /// A token with one thing changed and a signature that holds, by the right key or by `key` in its place.
    package func token(
        by key: SimulatedKey? = nil, _ twist: (inout TokenTemplate) -> Void = { _ in }
    ) throws -> String {
        try token(twist) { try sign($0, by: key ?? self.key) }
    }

    /// A token with one thing changed and whatever signature `sign` makes.
    package func token(
        _ twist: (inout TokenTemplate) -> Void = { _ in }, sign: ([UInt8]) throws -> [UInt8]
    ) rethrows -> String {
        var template = honest
        twist(&template)
        return try template.compact(sign)
    }

    /// A signature in the form of a JWS: `r || s` for a key on P-256, PKCS #1 v1.5 for RSA.
    package func sign(_ input: [UInt8], by key: SimulatedKey) throws(WalletError) -> [UInt8] {
        key.family == EVP_PKEY_EC ? try key.signRaw(input) : try key.sign(input, .sha256)
    }
}

extension SimulatedKey {
    /// The public half as a JWK (RFC 7517), without a `kid`: only for a key on P-256.
    package func jwk() throws(WalletError) -> JSONMembers {
        let point = try point()
        return JSONMembers([
            "kty": "EC".json, "crv": "P-256".json, "x": Base64.encodeURL(Array(point[1...32])).json,
            "y": Base64.encodeURL(Array(point[33...64])).json,
        ])
    }
}

/// HMAC with SHA-256 (RFC 2104), 32 bytes: what HS256 signs with.
package func hmacSHA256(key: [UInt8], _ message: [UInt8]) throws(WalletError) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    _ = unsafe try check(
        HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &code, &length), "HMAC")
    return code
}
