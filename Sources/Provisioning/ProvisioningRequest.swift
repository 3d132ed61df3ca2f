package import FoundationEssentials

/// What a wallet's back end posted for one card: decoded, within its limits, and not believed.
package struct ProvisioningRequest: Sendable {
    /// This attempt's id (UUID version 7), made by the server.
    package let attempt: UUID
    /// The id in the answer and the log.
    package let requestID: UUID
    /// The caller: exactly the token's cardholder claim, 1-128 bytes.
    package let cardholder: String
    package let card: UUID
    /// DER, as received: 2 certificates, or 3 with a root that is ignored.
    package let certificates: [[UInt8]]
    /// 1-32 bytes.
    package let nonce: [UInt8]
    /// 1-256 bytes.
    package let nonceSignature: [UInt8]
    package let device: DeviceType
    package let appVersion: String
    package let productType: String?

    package init(
        attempt: UUID, requestID: UUID, cardholder: String, card: UUID, certificates: [[UInt8]],
        nonce: [UInt8], nonceSignature: [UInt8], device: DeviceType, appVersion: String, productType: String?
    ) {
        self.attempt = attempt
        self.requestID = requestID
        self.cardholder = cardholder
        self.card = card
        self.certificates = certificates
        self.nonce = nonce
        self.nonceSignature = nonceSignature
        self.device = device
        self.appVersion = appVersion
        self.productType = productType
    }
}

/// The device that the card goes to.
package enum DeviceType: String, CaseIterable, Sendable {
    case mobilePhone = "mobile_phone"
    case watch
}

/// What PassKit wants: three byte strings, encoded once, at the wire.
package struct ProvisioningAnswer: Sendable {
    /// The network's or issuer's own bytes.
    package let activationData: [UInt8]
    /// Ciphertext and tag.
    package let encryptedPassData: [UInt8]
    /// `04 || X || Y`, 65 bytes.
    package let ephemeralPublicKey: [UInt8]

    package init(activationData: [UInt8], encryptedPassData: [UInt8], ephemeralPublicKey: [UInt8]) {
        self.activationData = activationData
        self.encryptedPassData = encryptedPassData
        self.ephemeralPublicKey = ephemeralPublicKey
    }
}
