import Cryptography
import Foundation
import Provisioning
import Vault
import Wallet

let testTime = UnixTime(seconds: 1_790_000_000)

/// The anchors and names of a simulated Apple.
func simulatedTrust(_ pki: SimulatedPKI) throws -> TrustPolicy {
    try TrustPolicy(
        anchors: [Certificate(der: pki.root)], intermediateNames: TrustPolicy.appleIntermediateNames,
        leafNames: TrustPolicy.appleLeafNames, additionalExcluded: [])
}

/// A record that counts no time.
func untimedChecks() -> Checks { Checks(nanoseconds: { 0 }) }

/// An issuer with one card, and the phone that wants it: everything right, until a test changes one thing.
struct TestIssuer {
    let pki: SimulatedPKI
    let otpKey: SimulatedKey
    let journal = Journal()
    let vaultKey: JournalledVaultKey
    let cardID = UUID()
    var pan = "4111111111111111"
    var cardholder = "alice"
    var nonce: [UInt8] = [0xc5, 0x84, 0x6f, 0xb5]
    var signature: [UInt8]
    var certificates: [[UInt8]]
    var policy: NonceSignaturePolicy = .leaf
    /// For whom the PAN is sealed; what the row says is in `card`.
    var sealedFor: PANContext

    init() throws {
        pki = try SimulatedPKI.make(now: testTime.seconds)
        otpKey = try SimulatedKey(.p256)
        vaultKey = JournalledVaultKey(try FileVaultKey(P256.PrivateKey()), journal)
        certificates = pki.certificates
        signature = try pki.leafKey.sign(nonce, .sha256)
        sealedFor = PANContext(card: cardID, cardholder: cardholder, expiryMonth: 12, expiryYear: 2030)
    }

    func sealedPAN() throws -> [UInt8] {
        try vaultKey.publicKey.seal(PAN(SecretBytes(copying: Array(pan.utf8))), context: sealedFor)
    }

    func card(
        sealed: [UInt8]? = nil, lastFour: String? = nil, year: Int = 2030, name: String = "Alice Example",
        network: Network = .visa, activation: ActivationProvider = .issuerOTP,
        activationKey: String? = "issuer", productType: String? = nil
    ) throws -> AuthorisedCard {
        AuthorisedCard(
            card: cardID, cardholder: cardholder, sealedPAN: try sealed ?? sealedPAN(),
            lastFour: Array((lastFour ?? String(pan.suffix(4))).utf8), expiryMonth: 12, expiryYear: year,
            cardholderName: name,
            network: network, activation: activation, activationKey: activationKey,
            productType: productType)
    }

    func store(_ card: AuthorisedCard? = nil) throws -> MemoryStore {
        MemoryStore(card: try card ?? self.card(), journal: journal)
    }

    func request(card: UUID? = nil) -> ProvisioningRequest {
        ProvisioningRequest(
            attempt: UUID(), requestID: UUID(), cardholder: cardholder, card: card ?? cardID,
            certificates: certificates, nonce: nonce, nonceSignature: signature, device: .mobilePhone,
            appVersion: "1.2.3", productType: nil)
    }

    func provisioner(
        randomness: @escaping Randomness = { (count: Int) throws(CryptographyError) in
            try Random.bytes(count)
        },
        freshKey: @escaping Provisioner.FreshKey = { () throws(CryptographyError) in try P256.PrivateKey() }
    ) throws -> Provisioner {
        var keys = ActivationKeys()
        let pem = try otpKey.privateKeyPEM()
        for (file, text) in [
            ("issuer.otp.pem", pem), ("issuer.wsd", ActivationFixture.wsd),
            ("issuer.tav.pem", try ActivationFixture.rsa.privateKeyPEM()),
        ] {
            try keys.add(file: file, contents: SecretBytes(copying: Array(text.utf8)))
        }
        return try Provisioner(
            trust: simulatedTrust(pki), noncePolicy: policy,
            replayKeys: ReplayKeys(
                newest: SecretBytes(copying: [UInt8](repeating: 7, count: 32)), previous: nil),
            vault: Vault(keys: [vaultKey]),
            activation: ActivationProviders(keys: keys, randomness: randomness),
            freshKey: { [journal] () throws(CryptographyError) in
                journal.write("ephemeral key")
                return try freshKey()
            })
    }

    /// Opens an answer as Apple does, by code that shares no line with what sealed it.
    func open(_ answer: ProvisioningAnswer) throws -> String {
        let opened = try Apple.open(
            PassAnswer(
                activationData: answer.activationData, encryptedPassData: answer.encryptedPassData,
                ephemeralPublicKey: answer.ephemeralPublicKey), with: pki.leafKey)
        return String(decoding: opened, as: UTF8.self)
    }
}

/// A vault key that writes down when it is used.
final class JournalledVaultKey: VaultKey {
    private let key: FileVaultKey
    private let journal: Journal
    var publicKey: VaultPublicKey { key.publicKey }

    init(_ key: FileVaultKey, _ journal: Journal) {
        self.key = key
        self.journal = journal
    }

    func sharedSecret(with ephemeral: P256.PublicKey) throws(CryptographyError) -> SecretBytes {
        journal.write("vault")
        return try key.sharedSecret(with: ephemeral)
    }
}
