import Foundation
import Wallet

/// The cards interface: what an app shows, and whether it offers to add a card.
enum CardsCases {
    static let all: [Case] = lists + refusals.enumerated().map(ineligible)

    private static let lists: [Case] = [
        Case(
            "PROV-P-060", .contract, .cardsList, "GET /cards lists every card of the caller's, and no other."
        ) {
            (trial) throws(Stop) in
            let own = Set((trial.deployment.fixtures.cards?["alice"] ?? [:]).values.map { $0.lowercased() })
            let others = Set((trial.deployment.fixtures.cards?["bob"] ?? [:]).values.map { $0.lowercased() })
            _ = try trial.activeCard()
            let listed = Set(try trial.listedCards().map(\.id))
            try trial.require(
                own.isSubset(of: listed) && others.isDisjoint(with: listed),
                "all of the \(own.count) that the fixtures name, and none of another's",
                got:
                    "\(own.intersection(listed).count) of them, \(others.intersection(listed).count) of another's"
            )
        },
        Case("PROV-P-061", .contract, .cardsFields, "A listed card has the published fields and applePay.") {
            (trial) throws(Stop) in
            for card in try trial.listedCards() { try requireFields(trial, card) }
        },
        Case("PROV-P-062", .contract, .cardsFields, "GET /cards/{id} shows the card with the same fields.") {
            (trial) throws(Stop) in
            let card = try trial.listedCard(trial.activeName())
            try requireFields(trial, card)
            try trial.require(
                card.id == (try trial.activeCard()), "the id that was asked for", got: "another")
        },
        Case(
            "PROV-P-063", .contract, .cardsFields,
            "The fields lastFourDigits and primaryAccountSuffix are those of the card's number."
        ) {
            (trial) throws(Stop) in
            let details = try trial.details(of: trial.activeCard())
            let card = try trial.listedCard(trial.activeName())
            try trial.require(
                card.text("lastFourDigits") == details.pan.lastFour
                    && card.applePay?.text("primaryAccountSuffix") == details.pan.lastFour,
                "the last four digits in both", got: "others")
        },
        Case("PROV-P-064", .contract, .cardsFields, "The field cardholderName is the name on the card.") {
            (trial) throws(Stop) in
            let details = try trial.details(of: trial.activeCard())
            let name = try trial.listedCard(trial.activeName()).applePay?.text("cardholderName")
            try trial.require(
                name.map { Array($0.utf8) } == Array(details.cardholderName.utf8), "the cardholder's name",
                got: name == nil ? "none" : "another")
        },
        Case(
            "PROV-P-065", .contract, .cardsFields,
            "The fields statusCode and statusName are the published pair for the status."
        ) {
            (trial) throws(Stop) in
            for card in try trial.listedCards() {
                let status = card.text("status") ?? ""
                guard let pair = statuses[status] else {
                    throw .failed(
                        expected: "a status out of \(statuses.keys.sorted().joined(separator: ", "))",
                        got: "another")
                }
                try trial.require(
                    card.number("statusCode") == pair.0 && card.text("statusName") == pair.1,
                    "\(status): \(pair.0) \(pair.1)",
                    got:
                        "\(card.number("statusCode").map(String.init) ?? "no number") \(card.text("statusName") ?? "no name")"
                )
            }
        },
        Case(
            "PROV-P-066", .contract, .eligibility, "An active card is eligible, without a reason against it."
        ) {
            (trial) throws(Stop) in
            let pass = try trial.listedCard(trial.activeName()).applePay
            try trial.require(
                pass?.bool("eligible") == true && pass?.isNull("reason") == true,
                "eligible true, reason null",
                got:
                    "eligible \(pass?.bool("eligible").map(String.init) ?? "missing"), reason \(pass?.text("reason") ?? "missing")"
            )
        },
    ]

    /// What each card of the fixtures that is not active is called, and why it may not be added.
    private static let refusals: [(name: String, reason: String)] = [
        ("frozen", "card_frozen"), ("blocked", "card_blocked"), ("lost", "card_lost"),
        ("stolen", "card_stolen"),
        ("expired", "card_expired"), ("closed", "card_closed"), ("not_activated", "card_not_activated"),
        ("program_disabled", "program_disabled"), ("card_disabled", "card_disabled"),
    ]

    private static func ineligible(_ index: Int, _ item: (name: String, reason: String)) -> Case {
        Case(
            "PROV-P-0\(67 + index)", .contract, .eligibility,
            "The card \"\(item.name)\" is listed as not eligible, because \(item.reason)."
        ) { (trial) throws(Stop) in
            let pass = try trial.listedCard(item.name).applePay
            try trial.require(
                pass?.bool("eligible") == false && pass?.text("reason") == item.reason,
                "eligible false, reason \(item.reason)",
                got:
                    "eligible \(pass?.bool("eligible").map(String.init) ?? "missing"), reason \(pass?.text("reason") ?? "none")"
            )
        }
    }

    private static let statuses: [String: (Int, String)] = [
        "active": (1000, "Active"), "not_activated": (1062, "Restricted"), "frozen": (1062, "Restricted"),
        "blocked": (1062, "Restricted"), "closed": (1009, "Void"), "lost": (1041, "Lost"),
        "stolen": (1043, "Stolen"), "expired": (1054, "Expired"),
    ]

    private static func requireFields(_ trial: Trial, _ card: ListedCard) throws(Stop) {
        func check(_ condition: Bool, _ expected: String) throws(Stop) {
            try trial.require(condition, expected, got: "something else, or nothing")
        }
        try check(UUID(uuidString: card.id) != nil, "id is a UUID")
        try check(card.text("cardToken") == card.text("id"), "cardToken is the id")
        try check(
            card.text("lastFourDigits")?.wholeMatch(of: /[0-9]{4}/) != nil, "lastFourDigits is four digits")
        try check(
            card.isNull("activatedAt")
                || card.text("activatedAt")?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) != nil,
            "activatedAt is null or a time in UTC (RFC 3339)")
        try check(card.bool("virtual") != nil, "virtual is true or false")
        guard let pass = card.applePay else { throw .failed(expected: "applePay is an object", got: "none") }
        try check(pass.bool("eligible") != nil, "applePay.eligible is true or false")
        try check(pass.isNull("reason") || pass.text("reason") != nil, "applePay.reason is null or a text")
        try check(!(pass.text("cardholderName") ?? "").isEmpty, "applePay.cardholderName is a text")
        try check(
            pass.text("primaryAccountSuffix")?.wholeMatch(of: /[0-9]{4}/) != nil,
            "applePay.primaryAccountSuffix is four digits")
        try check(
            !(pass.text("localizedDescription") ?? "").isEmpty, "applePay.localizedDescription is a text")
        try check(
            ["visa", "mastercard", "amex", "discover"].contains(pass.text("paymentNetwork") ?? ""),
            "applePay.paymentNetwork is visa, mastercard, amex or discover")
        try check(pass.text("encryptionScheme") == "ECC_V2", "applePay.encryptionScheme is ECC_V2")
    }
}
