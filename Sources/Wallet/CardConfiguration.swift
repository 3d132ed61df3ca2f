internal import Foundation

/// What an app learns of a card before it shows "Add to Apple Wallet".
package struct CardConfiguration: Sendable {
    package let eligible: Bool
    /// Why not, where it is not.
    package let reason: String?
    package let cardholderName: String
    package let suffix: String
    package let network: String
    package let encryptionScheme: String

    /// The answer to `GET /cards/{id}`; nil where it lacks what a PassKit configuration needs.
    package init?(_ answer: IssuerAnswer) {
        guard let card = try? JSONDecoder().decode(Card.self, from: Data(answer.body)) else { return nil }
        let pass = card.applePay
        eligible = pass.eligible
        reason = pass.reason.map(printable)
        cardholderName = pass.cardholderName
        suffix = pass.primaryAccountSuffix
        network = pass.paymentNetwork
        encryptionScheme = pass.encryptionScheme
    }

    private struct Card: Decodable {
        let applePay: Pass
    }

    private struct Pass: Decodable {
        let eligible: Bool
        let reason: String?
        let cardholderName: String
        let primaryAccountSuffix: String
        let paymentNetwork: String
        let encryptionScheme: String
    }

    /// What is wrong with it, in words; empty where a phone would take it.
    package var defects: [String] {
        var found: [String] = []
        if suffix.utf8.count != 4 || !suffix.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            found.append("primaryAccountSuffix is not four digits")
        }
        if !["visa", "mastercard", "amex", "discover"].contains(network) {
            found.append("paymentNetwork has no known spelling")
        }
        if encryptionScheme != "ECC_V2" { found.append("encryptionScheme is not ECC_V2") }
        if cardholderName.isEmpty { found.append("cardholderName is empty") }
        return found
    }
}
