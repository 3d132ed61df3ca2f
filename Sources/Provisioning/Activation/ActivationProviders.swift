package import Cryptography
package import FoundationEssentials

/// Who makes activation data, opaque to Apple, which the network or the issuer checks. A closed set.
package struct ActivationProviders: Sendable {
    private let keys: ActivationKeys

    package init(keys: ActivationKeys) {
        self.keys = keys
    }

    /// The bytes for PassKit, made as the card's program says.
    ///
    /// Throws `activationKeyMissing` where the program's key is not in the folder, or its provider is not one of
    /// this server's, and `activationFailed` where the key refused.
    package func activationData(
        for card: AuthorisedCard, nonce: [UInt8], attempt: UUID, now: UnixTime
    ) throws(Failure) -> [UInt8] {
        switch card.activation {
        case .issuerOTP:
            guard let key = keys.issuerOTP(card.activationKey) else { throw .activationKeyMissing }
            do {
                return try IssuerOTP(attempt: attempt, card: card.card, nonce: nonce, issuedAt: now)
                    .signed(with: key)
            } catch {
                throw .activationFailed
            }
        case .visaMBPAC, .mastercardTAV3, .mastercardTAV4:
            throw .activationKeyMissing
        }
    }
}
