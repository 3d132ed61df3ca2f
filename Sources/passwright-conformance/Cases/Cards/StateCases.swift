import Foundation
import Wallet

/// Only an active card is provisioned, and whoever looks at a card is told the same reason before.
enum StateCases {
    static let all = orders + looks

    /// The cards of a demonstration, by what is the matter with them, and the reason on the wire.
    private static let reasons = [
        ("not_activated", "card_not_activated"), ("frozen", "card_frozen"), ("blocked", "card_blocked"),
        ("lost", "card_lost"), ("stolen", "card_stolen"), ("expired", "card_expired"),
        ("closed", "card_closed"),
        ("program_disabled", "program_disabled"), ("card_disabled", "card_disabled"),
        ("network_unsupported", "network_unsupported"),
    ]

    private static let orders: [Case] = zip(574..., reasons).map { number, row in
        .refused(
            "PROV-F-\(number)", .state, .state,
            "An order for the card \(row.0) is refused with 409 \(row.1).",
            .unavailable(row.1)
        ) { (trial) throws(Stop) in try trial.order(row.0).request }
    }

    private static let looks: [Case] = zip(360..., reasons).map { number, row in
        let title = "GET of the card \(row.0) says that it may not be added, and the reason \(row.1)."
        return Case("PROV-P-\(number)", .state, .eligibility, title) { (trial) throws(Stop) in
            let reply = try trial.send(.get("/cards/\(try trial.card(row.0))", token: try trial.token()))
            try trial.require(reply.status == 200, "200", got: reply.sentence)
            let (eligible, reason) = eligibility(in: reply.body)
            try trial.require(
                eligible == false && reason == row.1, "eligible false, reason \(row.1)",
                got: "eligible \(eligible.map(String.init) ?? "missing"), reason \(reason ?? "none")")
        }
    }

    /// What `applePay` says.
    static func eligibility(in body: [UInt8]) -> (eligible: Bool?, reason: String?) {
        let card = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]
        let pass = card?["applePay"] as? [String: Any]
        return (pass?["eligible"] as? Bool, pass?["reason"] as? String)
    }
}
