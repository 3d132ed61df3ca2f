/// Which check refused a request or could not be made: the closed set of the contract, with the error that each
/// belongs to.
package enum Reason: CaseIterable, Sendable {
    // The body.
    case malformedJSON, missingField, invalidField, cardCredentialsRefused
    // The certificates.
    case certificateCount, certificateMalformed, certificateUntrusted, certificateKey, certificateWrongKind
    case certificateExpired, certificateNotYetValid, certificateRevoked
    // The nonce.
    case nonceSignatureInvalid, nonceReplayed
    // The request itself.
    case framing, noSuchRoute, methodNotAllowed, requestTimeout, payloadTooLarge, mediaType, headersTooLarge
    // The token.
    case tokenMissing, authorizationMalformed, tokenMalformed, tokenHeader, tokenAlgorithm, tokenKeyUnknown
    case tokenSignatureInvalid, tokenClaims, tokenIssuer, tokenAudience, tokenNotYetValid, tokenExpired
    // The card.
    case cardNotFound, cardNotActivated, cardFrozen, cardBlocked, cardLost, cardStolen, cardExpired,
        cardClosed
    case cardDisabled, cardholderBlocked, programDisabled, networkUnsupported
    // The allowances.
    case callerAllowance, cardAllowance, cardholderAllowance
    // What an operator must look at.
    case vaultCannotOpen, activationKeyMissing, activationFailed, selfCheckFailed, encryptionFailed
    // What passes.
    case databaseUnavailable, databaseSlow, databaseIncompatible, provisioningPaused, queueFull, overdue
    case shuttingDown

    /// The word on the wire.
    package var text: StaticString { written.text }
    package var code: ErrorCode { written.code }

    private var written: (code: ErrorCode, text: StaticString) {
        switch self {
        case .malformedJSON: (.invalidData, "malformed_json")
        case .missingField: (.invalidData, "missing_field")
        case .invalidField: (.invalidData, "invalid_field")
        case .cardCredentialsRefused: (.invalidData, "card_credentials_refused")
        case .certificateCount: (.invalidData, "certificate_count")
        case .certificateMalformed: (.invalidData, "certificate_malformed")
        case .certificateUntrusted: (.invalidData, "certificate_untrusted")
        case .certificateKey: (.invalidData, "certificate_key")
        case .certificateWrongKind: (.invalidData, "certificate_wrong_kind")
        case .certificateExpired: (.invalidData, "certificate_expired")
        case .certificateNotYetValid: (.invalidData, "certificate_not_yet_valid")
        case .certificateRevoked: (.invalidData, "certificate_revoked")
        case .nonceSignatureInvalid: (.invalidData, "nonce_signature_invalid")
        case .nonceReplayed: (.invalidData, "nonce_replayed")
        case .framing: (.badRequest, "framing")
        case .noSuchRoute: (.notFound, "no_such_route")
        case .methodNotAllowed: (.methodNotAllowed, "method_not_allowed")
        case .requestTimeout: (.requestTimeout, "request_timeout")
        case .payloadTooLarge: (.payloadTooLarge, "payload_too_large")
        case .mediaType: (.unsupportedMediaType, "media_type")
        case .headersTooLarge: (.headersTooLarge, "headers_too_large")
        case .tokenMissing: (.unauthorized, "token_missing")
        case .authorizationMalformed: (.unauthorized, "authorization_malformed")
        case .tokenMalformed: (.unauthorized, "token_malformed")
        case .tokenHeader: (.unauthorized, "token_header")
        case .tokenAlgorithm: (.unauthorized, "token_algorithm")
        case .tokenKeyUnknown: (.unauthorized, "token_key_unknown")
        case .tokenSignatureInvalid: (.unauthorized, "token_signature_invalid")
        case .tokenClaims: (.unauthorized, "token_claims")
        case .tokenIssuer: (.unauthorized, "token_issuer")
        case .tokenAudience: (.unauthorized, "token_audience")
        case .tokenNotYetValid: (.unauthorized, "token_not_yet_valid")
        case .tokenExpired: (.unauthorized, "token_expired")
        case .cardNotFound: (.cardNotFound, "card_not_found")
        case .cardNotActivated: (.notAvailable, "card_not_activated")
        case .cardFrozen: (.notAvailable, "card_frozen")
        case .cardBlocked: (.notAvailable, "card_blocked")
        case .cardLost: (.notAvailable, "card_lost")
        case .cardStolen: (.notAvailable, "card_stolen")
        case .cardExpired: (.notAvailable, "card_expired")
        case .cardClosed: (.notAvailable, "card_closed")
        case .cardDisabled: (.notAvailable, "card_disabled")
        case .cardholderBlocked: (.notAvailable, "cardholder_blocked")
        case .programDisabled: (.notAvailable, "program_disabled")
        case .networkUnsupported: (.notAvailable, "network_unsupported")
        case .callerAllowance: (.tooManyRequests, "caller_allowance")
        case .cardAllowance: (.tooManyRequests, "card_allowance")
        case .cardholderAllowance: (.tooManyRequests, "cardholder_allowance")
        case .vaultCannotOpen: (.provisioningFailed, "vault_cannot_open")
        case .activationKeyMissing: (.provisioningFailed, "activation_key_missing")
        case .activationFailed: (.provisioningFailed, "activation_failed")
        case .selfCheckFailed: (.provisioningFailed, "self_check_failed")
        case .encryptionFailed: (.provisioningFailed, "encryption_failed")
        case .databaseUnavailable: (.unavailable, "database_unavailable")
        case .databaseSlow: (.unavailable, "database_slow")
        case .databaseIncompatible: (.unavailable, "database_incompatible")
        case .provisioningPaused: (.unavailable, "provisioning_paused")
        case .queueFull: (.unavailable, "queue_full")
        case .overdue: (.unavailable, "overdue")
        case .shuttingDown: (.unavailable, "shutting_down")
        }
    }
}
