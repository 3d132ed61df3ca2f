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
                .certificateMalformed, "A certificate is not strict DER of a certificate.")
        case .certificateCount:
            self.init(
                .certificateCount, "Two certificates are wanted: leaf, then intermediate.")
        case .certificateUntrusted:
            self.init(
                .certificateUntrusted, "The certificates do not lead to the trust anchor.")
        case .certificateExpired:
            self.init(.certificateExpired, "A certificate has expired.")
        case .certificateNotYetValid:
            self.init(.certificateNotYetValid, "A certificate is not valid yet.")
        case .certificateWrongKind:
            self.init(
                .certificateWrongKind,
                "The leaf certificate is not one for in-app provisioning.")
        case .certificateKey:
            self.init(.certificateKey, "The leaf's key is not on P-256 as a named curve.")
        case .certificateRevoked:
            self.init(.certificateRevoked, "A certificate has been revoked.")
        case .nonceSignatureInvalid:
            self.init(.nonceSignatureInvalid, "The nonce signature does not verify.")
        case .nonceReplayed:
            self.init(.nonceReplayed, "This nonce has been used: start a new PassKit flow.")
        case .invalidField:
            self.init(
                .invalidField, "The field product_type is not one of the card's program.")
        case .provisioningPaused:
            self.init(
                .provisioningPaused, "Provisioning is paused.", retryAfter: retryAfter ?? 60)
        case .cardNotFound:
            self.init(.cardNotFound, "There is no such card.")
        case .cardholderBlocked:
            self.init(.cardholderBlocked, "The cardholder is blocked.")
        case .cardFrozen: self.init(.cardFrozen, "The card is frozen.")
        case .cardBlocked: self.init(.cardBlocked, "The card is blocked.")
        case .cardLost: self.init(.cardLost, "The card was reported lost.")
        case .cardStolen: self.init(.cardStolen, "The card was reported stolen.")
        case .cardExpired: self.init(.cardExpired, "The card has expired.")
        case .cardClosed: self.init(.cardClosed, "The card is closed.")
        case .cardNotActivated:
            self.init(.cardNotActivated, "The card is not activated yet.")
        case .programDisabled:
            self.init(.programDisabled, "The card's program does not offer Apple Pay.")
        case .cardDisabled:
            self.init(.cardDisabled, "Apple Pay is switched off for this card.")
        case .networkUnsupported:
            self.init(
                .networkUnsupported,
                "Apple Pay is not available for the card's network here.")
        case .cardAllowance:
            self.init(
                .cardAllowance, "Too many attempts for this card.",
                retryAfter: retryAfter ?? 60)
        case .cardholderAllowance:
            self.init(
                .cardholderAllowance, "Too many attempts for this cardholder.",
                retryAfter: retryAfter ?? 60)
        }
    }

    init(_ failure: Failure) {
        switch failure {
        case .vaultCannotOpen:
            self.init(
                .vaultCannotOpen, "The card's sealed number could not be opened.")
        case .activationKeyMissing:
            self.init(
                .activationKeyMissing, "The program's activation key is missing.")
        case .activationFailed:
            self.init(.activationFailed, "The activation data could not be made.")
        case .selfCheckFailed:
            self.init(.selfCheckFailed, "The pass data did not pass its own check.")
        case .encryptionFailed:
            self.init(.encryptionFailed, "The pass data could not be encrypted.")
        }
    }

    init(_ fault: StoreError) {
        switch fault {
        case .unavailable:
            self.init(.databaseUnavailable, "The database is away.", retryAfter: 2)
        case .timedOut:
            self.init(.databaseSlow, "The database did not answer in time.", retryAfter: 2)
        case .incompatible:
            self.init(
                .databaseIncompatible, "The database is not of this server's version.",
                retryAfter: 60)
        }
    }

    init(_ problem: HTTPProblem) {
        switch problem {
        case .badRequest: self.init(.framing, "The request's framing is broken.")
        case .requestTimeout:
            self.init(.requestTimeout, "The request did not arrive in time.")
        case .payloadTooLarge:
            self.init(.payloadTooLarge, "The body is larger than 64 KiB.")
        case .headersTooLarge:
            self.init(.headersTooLarge, "The headers are larger than 16 KiB.")
        case .queueFull:
            self.init(.queueFull, "Too many requests are waiting.", retryAfter: 1)
        case .overdue:
            self.init(.overdue, "No answer could be given in time.", retryAfter: 2)
        case .shuttingDown:
            self.init(.shuttingDown, "The server is shutting down.", retryAfter: 1)
        }
    }
}
