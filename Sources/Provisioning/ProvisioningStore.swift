package import FoundationEssentials

/// The database did not decide.
package enum StoreError: Error, Sendable {
    /// No connection, a connection that broke, a statement that the database refused to run.
    case unavailable
    /// No answer within the deadline.
    case timedOut
    /// The database answered with something that this version does not understand.
    case incompatible
}

/// Where cards and attempts are: one connection, used by one thread at a time.
package protocol ProvisioningStore {
    /// One round trip: pause, card, owner, state, program, product type, allowances, then the nonce claimed,
    /// and the attempt's row committed before this returns.
    func authorise(_ question: AuthorisationQuestion) throws(StoreError) -> Authorisation
    /// Turns an `authorised` attempt into `failed`, adding the checks that came after.
    func fail(attempt: UUID, _ failure: Failure, checks: [Check]) throws(StoreError)
    /// The cardholder's own cards, or the one of them that is named.
    func cards(of cardholder: String, card: UUID?) throws(StoreError) -> [CardSummary]
}

/// What the database is asked.
package struct AuthorisationQuestion: Sendable {
    package let attempt: UUID
    package let requestID: UUID
    package let cardholder: String
    package let card: UUID
    package let device: DeviceType
    package let appVersion: String
    package let productType: String?
    /// HMACs of the nonce: one for each replay key in force (the newest first; two while a key is rotated).
    package let nonceDigests: [[UInt8]]
    /// `leaf`, `keys` or `forward`.
    package let noncePolicy: NoncePolicyName
    /// HMAC of the authcode, 32 bytes. The store keeps it only where the program's provider is `visaMBPAC`, and the
    /// attempt is authorised.
    package let authcodeDigest: [UInt8]?
    package let checks: [Check]

    package init(
        attempt: UUID, requestID: UUID, cardholder: String, card: UUID, device: DeviceType,
        appVersion: String, productType: String?, nonceDigests: [[UInt8]], noncePolicy: NoncePolicyName,
        authcodeDigest: [UInt8]?, checks: [Check]
    ) {
        self.attempt = attempt
        self.requestID = requestID
        self.cardholder = cardholder
        self.card = card
        self.device = device
        self.appVersion = appVersion
        self.productType = productType
        self.nonceDigests = nonceDigests
        self.noncePolicy = noncePolicy
        self.authcodeDigest = authcodeDigest
        self.checks = checks
    }
}

/// A refusal from before the database step, for the record: written after the answer, best effort.
package struct RecordedRefusal: Sendable {
    package let attempt: UUID
    package let requestID: UUID
    package let cardholder: String
    /// As in the path: whether it exists was not looked at.
    package let card: UUID
    /// Null where the body was not read that far.
    package let device: DeviceType?
    package let appVersion: String?
    /// As on the wire.
    package let error: StaticString
    package let reason: StaticString
    package let noncePolicy: NoncePolicyName
    package let checks: [Check]

    package init(
        attempt: UUID, requestID: UUID, cardholder: String, card: UUID, device: DeviceType?,
        appVersion: String?, error: StaticString, reason: StaticString, noncePolicy: NoncePolicyName,
        checks: [Check]
    ) {
        self.attempt = attempt
        self.requestID = requestID
        self.cardholder = cardholder
        self.card = card
        self.device = device
        self.appVersion = appVersion
        self.error = error
        self.reason = reason
        self.noncePolicy = noncePolicy
        self.checks = checks
    }
}

/// How the nonce signature was judged, as the attempt's record names it.
package enum NoncePolicyName: String, CaseIterable, Sendable {
    case leaf, keys, forward
}

/// What the database said.
package enum Authorisation: Sendable {
    case authorised(AuthorisedCard)
    /// `retryAfter` in seconds, with an allowance or a pause.
    case refused(Refusal, retryAfter: Int?)
}

/// What is needed to build one payload. The PAN is still sealed.
package struct AuthorisedCard: Sendable {
    package let card: UUID
    package let cardholder: String
    package let sealedPAN: [UInt8]
    /// Four ASCII digits.
    package let lastFour: [UInt8]
    package let expiryMonth: Int
    package let expiryYear: Int
    /// As embossed.
    package let cardholderName: String
    package let network: Network
    package let activation: ActivationProvider
    /// The activation key's name in the key folder.
    package let activationKey: String?
    /// The product type for the payload, where the network has one.
    package let productType: String?

    package init(
        card: UUID, cardholder: String, sealedPAN: [UInt8], lastFour: [UInt8], expiryMonth: Int,
        expiryYear: Int, cardholderName: String, network: Network, activation: ActivationProvider,
        activationKey: String?, productType: String?
    ) {
        self.card = card
        self.cardholder = cardholder
        self.sealedPAN = sealedPAN
        self.lastFour = lastFour
        self.expiryMonth = expiryMonth
        self.expiryYear = expiryYear
        self.cardholderName = cardholderName
        self.network = network
        self.activation = activation
        self.activationKey = activationKey
        self.productType = productType
    }
}

/// A payment network, in its one spelling.
package enum Network: String, CaseIterable, Sendable {
    case visa, mastercard, amex, discover
}

/// Who makes a program's activation data, as `admin.set_activation` names it.
package enum ActivationProvider: String, CaseIterable, Sendable {
    case issuerOTP = "issuer_otp"
    case visaMBPAC = "visa_mbpac"
    case mastercardTAV3 = "mastercard_tav3"
    case mastercardTAV4 = "mastercard_tav4"
}

/// One of the caller's cards, as the cards interface shows it.
package struct CardSummary: Sendable {
    package let id: UUID
    package let lastFour: String
    package let status: CardStatus
    package let virtual: Bool
    package let activatedAt: Int64?
    package let cardholderName: String
    package let localizedDescription: String
    package let network: Network
    /// Why this card may not be provisioned now; null where it may.
    package let refusal: Refusal?

    package init(
        id: UUID, lastFour: String, status: CardStatus, virtual: Bool, activatedAt: Int64?,
        cardholderName: String, localizedDescription: String, network: Network, refusal: Refusal?
    ) {
        self.id = id
        self.lastFour = lastFour
        self.status = status
        self.virtual = virtual
        self.activatedAt = activatedAt
        self.cardholderName = cardholderName
        self.localizedDescription = localizedDescription
        self.network = network
        self.refusal = refusal
    }
}

/// The state of a card.
package enum CardStatus: String, CaseIterable, Sendable {
    case notActivated = "not_activated"
    case active, frozen, blocked, lost, stolen, expired, closed
}
