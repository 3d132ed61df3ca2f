import Wallet

/// Another's card, whatever its state, and an id that is no UUID are answered like a card that does not exist.
enum OwnershipCases {
    static let all = foreign + noIDs + sameBytes

    /// What every demonstration has of one holder, asked for with another's token.
    static let states = [
        "frozen", "blocked", "lost", "stolen", "expired", "closed", "not_activated", "program_disabled",
        "card_disabled",
    ]

    private static let foreign: [Case] =
        [
            Case(
                "PROV-F-550", .ownership, .ownership,
                "An order for another's active card is refused with 404."
            ) {
                (trial) throws(Stop) in
                try trial.expect(.cardNotFound, from: order(trial, for: foreign(trial)))
            },
            Case("PROV-F-551", .ownership, .ownership, "Another's active card cannot be looked at.") {
                (trial) throws(Stop) in try trial.expect(.cardNotFound, from: look(trial, at: foreign(trial)))
            },
        ]
        + states.enumerated().map { index, name in
            let title = "Another's card is refused with 404 and no other reason where it is \(name)."
            return Case("PROV-F-\(552 + index)", .ownership, .ownership, title) { (trial) throws(Stop) in
                let card = try trial.card(name)
                try trial.expect(.cardNotFound, from: order(trial, for: card, by: "bob"))
                try trial.expect(.cardNotFound, from: look(trial, at: card, by: "bob"))
            }
        }

    private static let noIDs: [Case] = zip(
        561...,
        [
            ("a number", "1"), ("a UUID without its hyphens", "a11ce0000000400080000000000000ff"),
            ("a UUID in braces", "{a11ce000-0000-4000-8000-0000000000ff}"),
            ("a UUID as a URN", "urn:uuid:a11ce000-0000-4000-8000-0000000000ff"),
            ("a UUID with a digit too few", "a11ce000-0000-4000-8000-0000000000f"),
            ("a UUID with a digit too many", "a11ce000-0000-4000-8000-0000000000fff"),
            ("a UUID with an escaped space behind it", "a11ce000-0000-4000-8000-0000000000ff%20"),
            ("a quotation mark", "'"), ("four thousand characters long", String(repeating: "a", count: 4000)),
        ]
    ).map { number, id in
        let title = "An id that is \(id.0) is a card that does not exist."
        return Case("PROV-F-\(number)", .ownership, .cardID, title) { (trial) throws(Stop) in
            try trial.expect(.cardNotFound, from: order(trial, for: id.1))
            try trial.expect(.cardNotFound, from: look(trial, at: id.1))
        }
    }

    private static let sameBytes: [Case] = [
        same(
            570, "An order for another's active card", { (trial) throws(Stop) in try foreign(trial) }, order),
        same(571, "A look at another's active card", { (trial) throws(Stop) in try foreign(trial) }, look),
        same(572, "An order for an id that is no UUID", { _ in "no-uuid" }, order),
        same(573, "A look at an id that is no UUID", { _ in "no-uuid" }, look),
    ]

    private typealias Asking = @Sendable (Trial, String, String) throws(Stop) -> Reply

    /// Status, headers and body are compared; the date and the request's id are each answer's own.
    private static func same(
        _ number: Int, _ what: String, _ card: @escaping @Sendable (Trial) throws(Stop) -> String,
        _ ask: @escaping Asking
    ) -> Case {
        let title = "\(what) is answered byte for byte like one for a card that nobody has."
        return Case("PROV-F-\(number)", .ownership, .sameBytes, title) { (trial) throws(Stop) in
            let replies = [
                try ask(trial, trial.unknownCard(), "alice"), try ask(trial, card(trial), "alice"),
            ]
            for reply in replies where reply.status != 404 {
                throw .blocked("the answer is \(reply.sentence) and not 404, so there is nothing to compare")
            }
            let (unknown, other) = (outline(replies[0]), outline(replies[1]))
            try trial.require(
                unknown == other, "the same headers and body", got: difference(between: unknown, and: other))
        }
    }

    private static func outline(_ reply: Reply) -> [String] {
        let own = ["date", "x-request-id"]
        let id = reply.object?.text("request_id") ?? ""
        let body = String(decoding: reply.body, as: UTF8.self)
        return reply.headers.map { own.contains($0.name) ? $0.name : "\($0.name): \($0.value)" }
            + [id.isEmpty ? body : body.replacing(id, with: "")]
    }

    private static func difference(between one: [String], and other: [String]) -> String {
        let index = zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        guard let index, index < one.count - 1 else { return "another body" }
        return "another header: \(one[index].prefix { $0 != ":" })"
    }

    private static func foreign(_ trial: Trial) throws(Stop) -> String { try trial.activeCard(of: "bob") }

    @Sendable private static func order(
        _ trial: Trial, for card: String, by holder: String = "alice"
    ) throws(Stop) -> Reply {
        var order = try trial.order()
        order.card = card
        order.token = try trial.token(holder)
        return try trial.send(order.request)
    }

    @Sendable private static func look(
        _ trial: Trial, at card: String, by holder: String = "alice"
    ) throws(Stop) -> Reply {
        try trial.send(.get("/cards/\(card)", token: try trial.token(holder)))
    }
}
