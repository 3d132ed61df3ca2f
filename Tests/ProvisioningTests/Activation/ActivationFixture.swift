import Cryptography
import Foundation
import Provisioning
import TestSupport
import Vault
import Wallet

/// One card's activation data, made by the server's side; everything right until a test changes one thing.
struct ActivationFixture {
    /// The example key of RFC 7515, appendix A.3.
    static let otpScalar = "8e9b109e719098bf980487df1f5d77e9cb29606ebed2263b5f57c213df84f4b2"
    static let rsa = try! SimulatedKey(.rsa(bits: 2048))
    /// The key of the worked example, in upper case and with its check value.
    static let wsd = "417190.1 0123456789ABCDEFFEDCBA9876543210 08D7B4\n"
    static let wsdKey = [UInt8](hex: "0123456789abcdeffedcba9876543210")
    static let attempt = UUID(uuidString: "0192F0C1-7A1B-7C3D-8E4F-0123456789AB")!
    static let cardID = UUID(uuidString: "6F1ED002-AB59-4C1A-9C5B-2F3B0A6D7E11")!
    static let now = UnixTime(seconds: 1_790_000_000)

    var provider: ActivationProvider
    var keyName: String? = "demo"
    var pan: String
    var month = 3
    var year = 2031
    var nonce = [UInt8](hex: "b9ef8f31")
    var randomness: Randomness = { (count: Int) throws(CryptographyError) in try Random.bytes(count) }

    init(_ provider: ActivationProvider) {
        self.provider = provider
        pan = provider == .visaMBPAC ? "4111111111111111" : "5555555555554444"
    }

    static func contents(of file: String) throws -> String {
        if file.hasSuffix(".wsd") { return wsd }
        if file.hasSuffix(".tav.pem") { return try rsa.privateKeyPEM() }
        return try SimulatedKey(p256Scalar: [UInt8](hex: otpScalar)).privateKeyPEM()
    }

    /// A folder with these files, each a good key of its kind.
    static func keys(
        _ files: [String] = ["demo.otp.pem", "demo.wsd", "demo.tav.pem"]
    ) throws -> ActivationKeys {
        var keys = ActivationKeys()
        for file in files {
            try keys.add(file: file, contents: SecretBytes(copying: Array(contents(of: file).utf8)))
        }
        return keys
    }

    var network: Network { provider == .visaMBPAC ? .visa : .mastercard }

    func data(_ keys: ActivationKeys? = nil) throws -> [UInt8] {
        let card = AuthorisedCard(
            card: Self.cardID, cardholder: "alice", sealedPAN: [], lastFour: [], expiryMonth: month,
            expiryYear: year, cardholderName: "Alice Example", network: network, activation: provider,
            activationKey: keyName, productType: nil)
        return try ActivationProviders(keys: try keys ?? Self.keys(), randomness: randomness)
            .activationData(
                for: card, pan: PAN(SecretBytes(copying: Array(pan.utf8))), nonce: nonce,
                authcode: Authcode(from: randomness), attempt: Self.attempt, now: Self.now)
    }

    func text() throws -> String { String(decoding: try data(), as: UTF8.self) }

    /// What the simulated network says of `data`, which shares no line with what made it.
    func finding(_ data: [UInt8], seconds: Int64 = 0) throws -> Finding {
        let network = PaymentNetwork(
            otpKey: try SimulatedKey(p256Scalar: [UInt8](hex: Self.otpScalar)), mastercardKey: Self.rsa,
            visaKey: Self.wsdKey, visaKeySetID: "417190.1")
        return network.finding(
            in: data,
            PaymentNetwork.Question(
                card: Self.cardID.uuidString,
                details: CardDetails(
                    pan: TestPAN(pan), expiryMonth: month, expiryYear: year,
                    cardholderName: "Alice Example"), network: self.network.rawValue, nonce: nonce,
                now: Self.now.seconds + seconds))
    }
}

/// Gives the bytes that it was made of, and fails when they are used up.
final class Dice: @unchecked Sendable {
    private var draws: [[UInt8]]
    private(set) var asked: [Int] = []

    init(_ draws: [[UInt8]]) { self.draws = draws }

    var randomness: Randomness {
        { [self] (count: Int) throws(CryptographyError) in
            asked.append(count)
            guard !draws.isEmpty else { throw CryptographyError("Dice") }
            return draws.removeFirst()
        }
    }

    /// The bytes that give these characters of A-Z0-9.
    static func authcode(_ text: String) -> [UInt8] {
        text.utf8.map { $0 >= 0x41 ? $0 - 0x41 : $0 - 0x30 + 26 }
    }

    /// The bytes that give these printable characters.
    static func printable(_ text: String) -> [UInt8] { text.utf8.map { $0 - 0x21 } }
}
