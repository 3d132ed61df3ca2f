/// Why a request did not end in pass data.
package enum ProvisioningError: Error, Sendable {
    /// The request or the card does not allow it. `retryAfter` in seconds, with an allowance or a pause.
    case refused(Refusal, retryAfter: Int?)
    /// Allowed, but this server could not build the answer: an operator must look (502).
    case failed(Failure)
    /// Not decided: the database did not answer (503).
    case unavailable(StoreError)
}

/// A refusal that the domain or the database decides. The raw value is the `reason` on the wire and in the attempt.
package enum Refusal: String, Error, CaseIterable, Sendable {
    case certificateMalformed = "certificate_malformed"
    case certificateCount = "certificate_count"
    case certificateUntrusted = "certificate_untrusted"
    case certificateExpired = "certificate_expired"
    case certificateNotYetValid = "certificate_not_yet_valid"
    case certificateWrongKind = "certificate_wrong_kind"
    case certificateKey = "certificate_key"
    case certificateRevoked = "certificate_revoked"

    case nonceSignatureInvalid = "nonce_signature_invalid"
    case nonceReplayed = "nonce_replayed"

    case provisioningPaused = "provisioning_paused"
    case cardNotFound = "card_not_found"
    case cardholderBlocked = "cardholder_blocked"
    case cardFrozen = "card_frozen"
    case cardBlocked = "card_blocked"
    case cardLost = "card_lost"
    case cardStolen = "card_stolen"
    case cardExpired = "card_expired"
    case cardClosed = "card_closed"
    case cardNotActivated = "card_not_activated"
    case programDisabled = "program_disabled"
    case cardDisabled = "card_disabled"
    case networkUnsupported = "network_unsupported"
    /// The product type is not one of the program's: 400 `invalid_field` on the wire.
    case invalidField = "invalid_field"
    case cardAllowance = "card_allowance"
    case cardholderAllowance = "cardholder_allowance"
}

/// A failure after the card was authorised: 502, and the attempt's row becomes `failed`.
package enum Failure: String, Error, CaseIterable, Sendable {
    case vaultCannotOpen = "vault_cannot_open"
    case activationKeyMissing = "activation_key_missing"
    case activationFailed = "activation_failed"
    case selfCheckFailed = "self_check_failed"
    case encryptionFailed = "encryption_failed"
}
