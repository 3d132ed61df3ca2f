package import Cryptography
internal import FoundationEssentials
package import Vault

/// Decides whether a card may go to a wallet, and builds the answer that only Apple can open.
///
/// It has no clock, socket, log or environment: the time and the store come with each request.
package struct Provisioner: Sendable {
    /// Makes one ephemeral key pair; `P256.PrivateKey()` in production.
    package typealias FreshKey = @Sendable () throws(CryptographyError) -> P256.PrivateKey

    private let chains: ChainVerifier
    private let noncePolicy: NonceSignaturePolicy
    private let replayKeys: ReplayKeys
    private let vault: Vault
    private let activation: ActivationProviders
    private let freshKey: FreshKey

    /// Throws where the nonce-signature policy cannot work with the trust anchors.
    package init(
        trust: TrustPolicy, noncePolicy: NonceSignaturePolicy, replayKeys: ReplayKeys, vault: Vault,
        activation: ActivationProviders, freshKey: @escaping FreshKey
    ) throws(ConfigurationError) {
        try noncePolicy.accept(trust)
        chains = ChainVerifier(trust)
        self.noncePolicy = noncePolicy
        self.replayKeys = replayKeys
        self.vault = vault
        self.activation = activation
        self.freshKey = freshKey
    }

    /// The policy's name, for the record of a refusal.
    package var noncePolicyName: NoncePolicyName { noncePolicy.name }

    /// How often a chain was remembered, and how many are, since this provisioner was made.
    package var chainCounts: ChainVerifier.Counts { chains.counts }

    /// The leaf of the last chain that passed, since this provisioner was made.
    package var lastLeaf: VerifiedLeaf? { chains.lastLeaf }

    /// Provisions one card at the time `now`, and writes a line into `checks` for each step.
    ///
    /// Trust comes before the store, so that a stranger costs no query; the store commits the attempt before a
    /// PAN is opened. What fails after that is written into the attempt and is never tried again here: the nonce
    /// is used, and so may the ephemeral key be.
    package func provision(
        _ request: ProvisioningRequest, store: some ProvisioningStore, now: UnixTime,
        checks: inout Checks
    ) throws(ProvisioningError) -> ProvisioningAnswer {
        let leaf = try judge(request, now: now, checks: &checks)
        let authcode = try authcode(&checks)
        let card = try authorise(request, authcode, store: store, checks: &checks)
        // The store has written its own line `authorise` into the attempt.
        let authorised = checks.lines.count
        do {
            return try answer(request, authcode, card: card, leaf: leaf, now: now, checks: &checks)
        } catch {
            // If the row cannot be written either, the answer stays 502, and the row `authorised` without a 200.
            try? store.fail(
                attempt: request.attempt, error, checks: Array(checks.lines[authorised...]))
            throw .failed(error)
        }
    }

    /// Steps 1 and 2: the chain, then the nonce's signature.
    private func judge(
        _ request: ProvisioningRequest, now: UnixTime, checks: inout Checks
    ) throws(ProvisioningError) -> VerifiedLeaf {
        do {
            let leaf = try chains.verify(
                UnverifiedChain(certificates: request.certificates), at: now, recording: &checks)
            try noncePolicy.verify(
                request.nonceSignature, of: request.nonce, by: leaf, recording: &checks)
            return leaf
        } catch {
            throw .refused(error, retryAfter: nil)
        }
    }

    /// Before step 3, as the attempt is committed with the authcode's digest.
    private func authcode(_ checks: inout Checks) throws(ProvisioningError) -> Authcode {
        let start = checks.start()
        do { return try activation.authcode() } catch {
            checks.record("authorise", .failed, since: start, "no authcode")
            throw .failed(.activationFailed)
        }
    }

    /// Step 3: the one round trip to the store, which claims the nonce and commits the attempt.
    private func authorise(
        _ request: ProvisioningRequest, _ authcode: borrowing Authcode, store: some ProvisioningStore,
        checks: inout Checks
    ) throws(ProvisioningError) -> AuthorisedCard {
        let start = checks.start()
        let authorisation: Authorisation
        do {
            authorisation = try store.authorise(try question(request, authcode, checks: checks.lines))
        } catch let error as StoreError {
            checks.record("authorise", .failed, since: start)
            throw .unavailable(error)
        } catch {
            checks.record("authorise", .failed, since: start, "the digests")
            throw .failed(.encryptionFailed)
        }
        switch authorisation {
        case .authorised(let card):
            checks.record("authorise", .passed, since: start)
            return card
        case .refused(let refusal, let retryAfter):
            checks.record("authorise", .refused, since: start)
            throw .refused(refusal, retryAfter: retryAfter)
        }
    }

    private func question(
        _ request: ProvisioningRequest, _ authcode: borrowing Authcode, checks: [Check]
    ) throws(CryptographyError) -> AuthorisationQuestion {
        AuthorisationQuestion(
            attempt: request.attempt, requestID: request.requestID, cardholder: request.cardholder,
            card: request.card, device: request.device, appVersion: request.appVersion,
            productType: request.productType,
            nonceDigests: try replayKeys.digests(of: request.nonce, cardholder: request.cardholder),
            noncePolicy: noncePolicy.name,
            authcodeDigest: try replayKeys.digest(of: authcode, card: request.card), checks: checks)
    }

    /// Steps 4 to 6: the PAN, the activation data, the sealed payload.
    private func answer(
        _ request: ProvisioningRequest, _ authcode: borrowing Authcode, card: AuthorisedCard,
        leaf: VerifiedLeaf, now: UnixTime, checks: inout Checks
    ) throws(Failure) -> ProvisioningAnswer {
        let pan = try open(card, for: request, checks: &checks)
        let start = checks.start()
        // Apple and the network would refuse it with one word for everything.
        guard card.network.mayIssue(pan) else {
            checks.record("activation", .failed, since: start, "the PAN is not of the program's network")
            throw .activationFailed
        }
        let activationData = try checks.run("activation") { () throws(Failure) in
            try activation.activationData(
                for: card, pan: pan, nonce: request.nonce, authcode: authcode, attempt: request.attempt,
                now: now)
        }
        let pass = try checks.run("ecc_v2") { () throws(Failure) in
            let payload = try PassPayload.write(
                pan, of: card, nonce: request.nonce, nonceSignature: request.nonceSignature)
            return try ECCV2.seal(payload, to: leaf, ephemeral: try ephemeralKey())
        }
        return ProvisioningAnswer(
            activationData: activationData, encryptedPassData: pass.ciphertextAndTag,
            ephemeralPublicKey: pass.ephemeralPublicKey)
    }

    /// Step 4. The context is the caller's own card and cardholder, not what the row says: a row that was moved
    /// to another cardholder does not open.
    private func open(
        _ card: AuthorisedCard, for request: ProvisioningRequest, checks: inout Checks
    ) throws(Failure) -> PAN {
        let context = PANContext(
            card: request.card, cardholder: request.cardholder, expiryMonth: card.expiryMonth,
            expiryYear: card.expiryYear)
        let start = checks.start()
        do {
            let pan = try vault.open(card.sealedPAN, context: context, lastFour: card.lastFour)
            checks.record("vault", .passed, since: start)
            return pan
        } catch {
            checks.record("vault", .failed, since: start, error.detail)
            throw .vaultCannotOpen
        }
    }

    private func ephemeralKey() throws(Failure) -> P256.PrivateKey {
        do { return try freshKey() } catch { throw .encryptionFailed }
    }
}
