import Bearer

extension Problem {
    /// A caller who was not let in: 401, with the challenge of RFC 6750.
    init(_ error: TokenError) {
        func refused(_ reason: StaticString, _ message: StaticString) -> Problem {
            Problem(.unauthorized, reason, message, challenge: error.challenge)
        }
        self =
            switch error {
            case .missing: refused("token_missing", "A bearer token is needed.")
            case .authorizationMalformed:
                refused("authorization_malformed", "Authorization must be Bearer, one space and one token.")
            case .malformed: refused("token_malformed", "The token is not a signed JWT in compact form.")
            case .header:
                refused("token_header", "The token's header asks for something that is not done here.")
            case .algorithm: refused("token_algorithm", "The token's algorithm is not its key's.")
            case .keyUnknown: refused("token_key_unknown", "The token's key is not known.")
            case .signatureInvalid:
                refused("token_signature_invalid", "The token's signature does not verify.")
            case .claims: refused("token_claims", "The token lacks a claim, or has one of the wrong type.")
            case .issuer: refused("token_issuer", "The token is from another issuer.")
            case .audience: refused("token_audience", "The token is for another audience.")
            case .notYetValid: refused("token_not_yet_valid", "The token is not valid yet.")
            case .expired: refused("token_expired", "The token has expired.")
            }
    }
}
