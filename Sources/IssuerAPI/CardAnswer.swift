import Foundation
import Provisioning

/// The cards interface: the published card fields, and what a `PKAddPaymentPassRequestConfiguration` needs.
enum CardAnswer {
    static func list(_ cards: [CardSummary]) -> Answer {
        var text = JSONText()
        text.append("[")
        for (index, card) in cards.enumerated() {
            if index > 0 { text.append(",") }
            append(card, to: &text)
        }
        text.append("]")
        return Answer(status: 200, body: text.bytes)
    }

    static func one(_ card: CardSummary) -> Answer {
        var text = JSONText()
        append(card, to: &text)
        return Answer(status: 200, body: text.bytes)
    }

    private static func append(_ card: CardSummary, to text: inout JSONText) {
        let id = card.id.lowercased
        let code = statusCode(card.status)
        text.append("{\"id\":")
        text.append(string: id)
        text.append(",\"cardToken\":")
        text.append(string: id)
        text.append(",\"lastFourDigits\":")
        text.append(string: card.lastFour)
        text.append(",\"activatedAt\":")
        if let seconds = card.activatedAt {
            text.append(string: Date(timeIntervalSince1970: Double(seconds)).ISO8601Format())
        } else {
            text.append("null")
        }
        text.append(",\"virtual\":")
        text.append(card.virtual ? "true" : "false")
        text.append(",\"statusCode\":")
        text.append(plain: String(code.number).utf8)
        text.append(",\"statusName\":\"")
        text.append(code.name)
        text.append("\",\"status\":")
        text.append(string: card.status.rawValue)
        text.append(",\"applePay\":{\"eligible\":")
        text.append(card.refusal == nil ? "true" : "false")
        text.append(",\"reason\":")
        if let refusal = card.refusal { text.append(string: refusal.rawValue) } else { text.append("null") }
        text.append(",\"cardholderName\":")
        text.append(string: card.cardholderName)
        text.append(",\"primaryAccountSuffix\":")
        text.append(string: card.lastFour)
        text.append(",\"localizedDescription\":")
        text.append(string: card.localizedDescription)
        text.append(",\"paymentNetwork\":")
        text.append(string: card.network.rawValue)
        text.append(",\"encryptionScheme\":\"ECC_V2\"}}")
    }

    /// The code and name of the published Gnosis Pay v1 API.
    private static func statusCode(_ status: CardStatus) -> (number: Int, name: StaticString) {
        switch status {
        case .active: (1000, "Active")
        case .notActivated, .frozen, .blocked: (1062, "Restricted")
        case .closed: (1009, "Void")
        case .lost: (1041, "Lost")
        case .stolen: (1043, "Stolen")
        case .expired: (1054, "Expired")
        }
    }
}
