import Wallet

/// The card and the nonce that activation data is made for, and when.
enum ActivationCase {
    static let now: Int64 = 1_780_272_000
    static let card = "0190b0e8-0000-7000-8000-000000000001"
    static let nonce: [UInt8] = [0xb9, 0xef, 0x8f, 0x31]
    static let details = CardDetails(
        pan: TestPAN("5555555555554444"), expiryMonth: 12, expiryYear: 2030, cardholderName: "Alice Example")

    static func question(_ network: String?) -> PaymentNetwork.Question {
        PaymentNetwork.Question(
            card: card, details: details, network: network, nonce: nonce, now: now)
    }
}
