import HTTP
package import Provisioning

// The one place where an error of a room becomes an answer. No `default`: a new case does not compile here.

extension Problem {
    /// A request that did not end in pass data.
    init(_ error: ProvisioningError) {
        switch error {
        case .refused(let refusal, let retryAfter): self.init(refusal, retryAfter: retryAfter)
        case .failed(let failure): self.init(failure)
        case .unavailable(let fault): self.init(fault)
        }
    }

    /// A refusal of the domain's or the database's.
    package init(_ refusal: Refusal, retryAfter: Int?) {
        switch refusal {
        case .certificateMalformed:
            self.init(
                .invalidData, "certificate_malformed", "A certificate is not strict DER of a certificate.")
        case .certificateCount:
            self.init(
                .invalidData, "certificate_count", "Two certificates are wanted: leaf, then intermediate.")
        case .certificateUntrusted:
            self.init(
                .invalidData, "certificate_untrusted", "The certificates do not lead to the trust anchor.")
        case .certificateExpired:
            self.init(.invalidData, "certificate_expired", "A certificate has expired.")
        case .certificateNotYetValid:
            self.init(.invalidData, "certificate_not_yet_valid", "A certificate is not valid yet.")
        case .certificateWrongKind:
            self.init(
                .invalidData, "certificate_wrong_kind",
                "The leaf certificate is not one for in-app provisioning.")
        case .certificateKey:
            self.init(.invalidData, "certificate_key", "The leaf's key is not on P-256 as a named curve.")
        case .certificateRevoked:
            self.init(.invalidData, "certificate_revoked", "A certificate has been revoked.")
        case .nonceSignatureInvalid:
            self.init(.invalidData, "nonce_signature_invalid", "The nonce signature does not verify.")
        case .nonceReplayed:
            self.init(.invalidData, "nonce_replayed", "This nonce has been used: start a new PassKit flow.")
        case .invalidField:
            self.init(
                .invalidData, "invalid_field", "The field product_type is not one of the card's program.")
        case .provisioningPaused:
            self.init(
                .unavailable, "provisioning_paused", "Provisioning is paused.", retryAfter: retryAfter ?? 60)
        case .cardNotFound:
            self.init(.cardNotFound, "card_not_found", "There is no such card.")
        case .cardholderBlocked:
            self.init(.notAvailable, "cardholder_blocked", "The cardholder is blocked.")
        case .cardFrozen: self.init(.notAvailable, "card_frozen", "The card is frozen.")
        case .cardBlocked: self.init(.notAvailable, "card_blocked", "The card is blocked.")
        case .cardLost: self.init(.notAvailable, "card_lost", "The card was reported lost.")
        case .cardStolen: self.init(.notAvailable, "card_stolen", "The card was reported stolen.")
        case .cardExpired: self.init(.notAvailable, "card_expired", "The card has expired.")
        case .cardClosed: self.init(.notAvailable, "card_closed", "The card is closed.")
        case .cardNotActivated:
            self.init(.notAvailable, "card_not_activated", "The card is not activated yet.")
        case .programDisabled:
            self.init(.notAvailable, "program_disabled", "The card's program does not offer Apple Pay.")
        case .cardDisabled:
            self.init(.notAvailable, "card_disabled", "Apple Pay is switched off for this card.")
        case .networkUnsupported:
            self.init(
                .notAvailable, "network_unsupported",
                "Apple Pay is not available for the card's network here.")
        case .cardAllowance:
            self.init(
                .tooManyRequests, "card_allowance", "Too many attempts for this card.",
                retryAfter: retryAfter ?? 60)
        case .cardholderAllowance:
            self.init(
                .tooManyRequests, "cardholder_allowance", "Too many attempts for this cardholder.",
                retryAfter: retryAfter ?? 60)
        }
    }

    init(_ failure: Failure) {
        switch failure {
        case .vaultCannotOpen:
            self.init(
                .provisioningFailed, "vault_cannot_open", "The card's sealed number could not be opened.")
        case .activationKeyMissing:
            self.init(
                .provisioningFailed, "activation_key_missing", "The program's activation key is missing.")
        case .activationFailed:
            self.init(.provisioningFailed, "activation_failed", "The activation data could not be made.")
        case .selfCheckFailed:
            self.init(.provisioningFailed, "self_check_failed", "The pass data did not pass its own check.")
        case .encryptionFailed:
            self.init(.provisioningFailed, "encryption_failed", "The pass data could not be encrypted.")
        }
    }

    init(_ fault: StoreError) {
        switch fault {
        case .unavailable:
            self.init(.unavailable, "database_unavailable", "The database is away.", retryAfter: 2)
        case .timedOut:
            self.init(.unavailable, "database_slow", "The database did not answer in time.", retryAfter: 2)
        case .incompatible:
            self.init(
                .unavailable, "database_incompatible", "The database is not of this server's version.",
                retryAfter: 60)
        }
    }

    init(_ problem: HTTPProblem) {
        switch problem {
        case .badRequest: self.init(.badRequest, "framing", "The request's framing is broken.")
        case .requestTimeout:
            self.init(.requestTimeout, "request_timeout", "The request did not arrive in time.")
        case .payloadTooLarge:
            self.init(.payloadTooLarge, "payload_too_large", "The body is larger than 64 KiB.")
        case .headersTooLarge:
            self.init(.headersTooLarge, "headers_too_large", "The headers are larger than 16 KiB.")
        case .queueFull:
            self.init(.unavailable, "queue_full", "Too many requests are waiting.", retryAfter: 1)
        case .overdue:
            self.init(.unavailable, "overdue", "No answer could be given in time.", retryAfter: 2)
        case .shuttingDown:
            self.init(.unavailable, "shutting_down", "The server is shutting down.", retryAfter: 1)
        }
    }
}
