import Bearer

extension Problem {
    /// A caller who was not let in: 401, with the challenge of RFC 6750.
    init(_ error: TokenError) {
        func refused(_ reason: Reason, _ message: StaticString) -> Problem {
            Problem(reason, message, challenge: error.challenge)
        }
        self =
            switch error {
            case .missing: refused(.tokenMissing, "A bearer token is needed.")
            case .authorizationMalformed:
                refused(.authorizationMalformed, "Authorization must be Bearer, one space and one token.")
            case .malformed: refused(.tokenMalformed, "The token is not a signed JWT in compact form.")
            case .header:
                refused(.tokenHeader, "The token's header asks for something that is not done here.")
            case .algorithm: refused(.tokenAlgorithm, "The token's algorithm is not its key's.")
            case .keyUnknown: refused(.tokenKeyUnknown, "The token's key is not known.")
            case .signatureInvalid:
                refused(.tokenSignatureInvalid, "The token's signature does not verify.")
            case .claims: refused(.tokenClaims, "The token lacks a claim, or has one that cannot be.")
            case .issuer: refused(.tokenIssuer, "The token is from another issuer.")
            case .audience: refused(.tokenAudience, "The token is for another audience.")
            case .notYetValid: refused(.tokenNotYetValid, "The token is not valid yet.")
            case .expired: refused(.tokenExpired, "The token has expired.")
            }
    }
}
