/// Why a caller was not let in: always 401. The raw value is the `reason` on the wire.
package enum TokenError: String, Error, CaseIterable, Sendable {
    /// No `Authorization`, or one of another scheme.
    case missing = "token_missing"
    /// `Bearer`, and then not one space and one token.
    case authorizationMalformed = "authorization_malformed"
    /// Over 4 KiB, not three parts of strict base64url, or a header that is not the JSON it should be.
    case malformed = "token_malformed"
    /// The header asks for something that is never done here: a key or a URL of its own, an extension that must
    /// be understood, a nested or compressed token, a token of another kind.
    case header = "token_header"
    /// `alg` is not RS256 or ES256, or not the one of the key.
    case algorithm = "token_algorithm"
    /// No key has this `kid`; or there is no `kid`, and not exactly one key.
    case keyUnknown = "token_key_unknown"
    case signatureInvalid = "token_signature_invalid"
    /// Not a JSON object with every claim that is needed, each of its type; or a cardholder's id like a PAN.
    case claims = "token_claims"
    case issuer = "token_issuer"
    case audience = "token_audience"
    case notYetValid = "token_not_yet_valid"
    case expired = "token_expired"

    /// The value of `WWW-Authenticate` (RFC 6750, section 3): without `error` where the request has no token,
    /// `invalid_request` where the header is malformed, else `invalid_token`.
    package var challenge: StaticString {
        switch self {
        case .missing: "Bearer"
        case .authorizationMalformed: #"Bearer error="invalid_request""#
        case .malformed, .header, .algorithm, .keyUnknown, .signatureInvalid, .claims, .issuer, .audience,
            .notYetValid, .expired:
            #"Bearer error="invalid_token""#
        }
    }
}
