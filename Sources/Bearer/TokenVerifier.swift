internal import JSON

/// Says who calls, from a bearer token (RFC 6750) that is a signed JWT (RFC 7519).
package struct TokenVerifier: Sendable {
    private let keys: KeySet
    private let issuer: String
    private let audience: String
    private let cardholderClaim: String

    /// How far the issuer's clock and ours may be apart, in seconds.
    package static let leeway: Int64 = 30

    /// How many public keys tokens are verified with.
    package var keyCount: Int { keys.count }

    /// `cardholderClaim` is the claim whose text is the cardholder's id, `sub` in most deployments.
    package init(keys: KeySet, issuer: String, audience: String, cardholderClaim: String) {
        self.keys = keys
        self.issuer = issuer
        self.audience = audience
        self.cardholderClaim = cardholderClaim
    }

    /// The caller that the value of `Authorization` proves, at `now` in seconds since 1970. Null means that the
    /// request has no such header.
    package func verify(
        authorization value: [UInt8]?, now: Int64
    ) throws(TokenError) -> CardholderClaim {
        let token = try Self.token(in: value)
        // Nothing of the payload is read before its signature is verified.
        let payload = try CompactJWS(token).verified(by: keys)
        let claims = try TokenClaims(payload, cardholderClaim: cardholderClaim)
        guard claims.issuer.equals(issuer) else { throw .issuer }
        guard claims.audiences.contains(where: { $0.equals(audience) }) else { throw .audience }
        guard max(claims.issuedAt, claims.notBefore ?? 0) <= now + Self.leeway else { throw .notYetValid }
        // RFC 7519, 4.1.4: not on the expiry itself any more.
        guard now < claims.expiry + Self.leeway else { throw .expired }
        return claims.cardholder
    }

    /// The token after the scheme: `Bearer` in any case, one space, and characters other than whitespace and
    /// controls to the end (RFC 6750, section 2.1).
    private static func token(in value: [UInt8]?) throws(TokenError) -> ArraySlice<UInt8> {
        let scheme = "bearer"
        guard let value, value.count >= scheme.utf8.count,
            zip(value, scheme.utf8).allSatisfy({ $0 | 0x20 == $1 })
        else { throw .missing }
        let rest = value.dropFirst(scheme.utf8.count)
        guard let separator = rest.first else { throw .authorizationMalformed }
        // A longer word is another scheme.
        guard separator == UInt8(ascii: " ") || separator == UInt8(ascii: "\t") else { throw .missing }
        let token = rest.dropFirst()
        guard separator == UInt8(ascii: " "), !token.isEmpty, token.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { throw .authorizationMalformed }
        return token
    }
}
