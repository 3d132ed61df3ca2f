package import Cryptography
package import FoundationEssentials
package import Vault

/// Who makes activation data, opaque to Apple, which the network or the issuer checks. A closed set.
package struct ActivationProviders: Sendable {
    private let keys: ActivationKeys
    private let randomness: Randomness

    /// `randomness` is `Random.bytes` in production.
    package init(keys: ActivationKeys, randomness: @escaping Randomness) {
        self.keys = keys
        self.randomness = randomness
    }

    /// A fresh authcode, whether the card's network will need one or not.
    func authcode() throws(CryptographyError) -> Authcode { try Authcode(from: randomness) }

    /// The bytes for PassKit, made as the card's program says.
    ///
    /// Throws `activationKeyMissing` where the program's key is not in the folder, and `activationFailed` where the
    /// key refused.
    package func activationData(
        for card: AuthorisedCard, pan: borrowing PAN, nonce: [UInt8], authcode: borrowing Authcode,
        attempt: UUID, now: UnixTime
    ) throws(Failure) -> [UInt8] {
        do {
            switch card.activation {
            case .issuerOTP:
                guard let key = keys.issuerOTP(card.activationKey) else { throw Failure.activationKeyMissing }
                return try IssuerOTP(attempt: attempt, card: card.card, nonce: nonce, issuedAt: now)
                    .signed(with: key)
            case .visaMBPAC:
                guard let key = keys.visa(card.activationKey) else { throw Failure.activationKeyMissing }
                return try VisaMBPAC(nonce: nonce).sealed(authcode, with: key, randomness)
            case .mastercardTAV3: return try tav(.three, card, pan, now)
            case .mastercardTAV4: return try tav(.four, card, pan, now)
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .activationFailed
        }
    }

    private func tav(
        _ version: MastercardTAV.Version, _ card: AuthorisedCard, _ pan: borrowing PAN, _ now: UnixTime
    ) throws -> [UInt8] {
        guard let key = keys.mastercard(card.activationKey) else { throw Failure.activationKeyMissing }
        guard let expiry = ExpiryDigits(of: card) else { throw Failure.activationFailed }
        let end = UnixTime(seconds: now.seconds + MastercardTAV.lifetime)
        return try MastercardTAV(version: version, validUntil: end).signed(pan, expiry, with: key)
    }
}
