import Foundation
import Wallet

/// What an administrator does takes effect at the next request, and is over when he takes it back.
enum AdministratorCases {
    static let all = states + paused + allowances

    private static let states: [Case] = [
        alone(
            "PROV-F-408", .state, "A card that was frozen a moment ago is refused, and its holder is told so."
        ) {
            (trial) throws(Stop) in
            let order = try trial.order()
            try trial.after(
                "admin.freeze_card(\(order.card.sql))", undo: "admin.unfreeze_card(\(order.card.sql))"
            ) { () throws(Stop) in
                try trial.expect(.unavailable("card_frozen"), to: order.request)
                try requireLook(at: order, says: "card_frozen", trial)
            }
        },
        alone(
            "PROV-P-390", .state,
            "A card that was unfrozen a moment ago is accepted, with the nonce of its refusal."
        ) {
            (trial) throws(Stop) in
            let order = try trial.order()
            try trial.after(
                "admin.freeze_card(\(order.card.sql))", undo: "admin.unfreeze_card(\(order.card.sql))"
            ) { () throws(Stop) in _ = trial.outcome(of: order.request) }
            try trial.expectAccepted(trial.send(order.request))
        },
        alone(
            "PROV-F-409", .state, "A card of a holder who is blocked is refused, and its holder is told so."
        ) {
            (trial) throws(Stop) in
            var order = try trial.order()
            order.token = try trial.token("bob")
            order.card = try trial.activeCard(of: "bob")
            let holder = try trial.cardholder("bob").sql
            try trial.after(
                "admin.block_cardholder(\(holder))", undo: "admin.unblock_cardholder(\(holder))"
            ) { () throws(Stop) in
                try trial.expect(.unavailable("cardholder_blocked"), to: order.request)
                try requireLook(at: order, says: "cardholder_blocked", trial)
            }
        },
    ]

    private static let pausing = (
        verb: "admin.pause_provisioning('conformance suite')", undo: "admin.resume_provisioning()"
    )

    private static let paused: [Case] = [
        alone("PROV-F-466", .precedence, "A pause is answered before a card that nobody has.") {
            (trial) throws(Stop) in
            var order = try trial.order()
            order.card = try trial.unknownCard()
            try trial.after(pausing.verb, undo: pausing.undo) { () throws(Stop) in
                try trial.expect(
                    Refusal(503, "APPLE_PAY_PROVISIONING_UNAVAILABLE", "provisioning_paused"),
                    to: order.request)
            }
        },
        alone("PROV-F-467", .precedence, "A missing certificate is answered before a pause.") {
            (trial) throws(Stop) in
            var order = try trial.order()
            order.pass.certificates.removeLast()
            try trial.after(pausing.verb, undo: pausing.undo) { () throws(Stop) in
                try trial.expect(.invalid("certificate_count"), to: order.request)
            }
        },
    ]

    private static let hour = 3600

    private static let allowances: [Case] = [
        alone(
            "PROV-F-438", .allowance, "One attempt too many for a card is refused with 429 and Retry-After."
        ) {
            (trial) throws(Stop) in
            try trial.allowing(1, in: hour, kind: "card") { () throws(Stop) in
                // The first is one too many already where there were others in this hour.
                _ = try trial.send(trial.order().request)
                try trial.expect(tooMany("card_allowance"), to: trial.order().request)
            }
        },
        alone(
            "PROV-F-439", .allowance,
            "One attempt too many of a cardholder is refused with 429 and Retry-After."
        ) {
            (trial) throws(Stop) in
            try trial.allowing(1, in: hour, kind: "cardholder") { () throws(Stop) in
                _ = try trial.send(trial.order().request)
                try trial.expect(tooMany("cardholder_allowance"), to: trial.order().request)
            }
        },
        alone("PROV-P-391", .allowance, "The nonce of an attempt too many is still good afterwards.") {
            (trial) throws(Stop) in
            let order = try trial.order()
            try trial.allowing(1, in: hour, kind: "card") { () throws(Stop) in
                _ = try trial.send(trial.order().request)
                _ = try trial.send(order.request)
            }
            try trial.expectAccepted(trial.send(order.request))
        },
        alone("PROV-P-392", .allowance, "Attempts on another's card do not count against that card.") {
            (trial) throws(Stop) in
            var foreign = try trial.order()
            foreign.token = try trial.token("bob")
            let window = 3
            try trial.allowing(1, in: window, kind: "card") { () throws(Stop) in
                // Every window that is open now has closed after this.
                Thread.sleep(forTimeInterval: Double(window) + 0.1)
                for _ in 0..<3 {
                    foreign = try trial.again(foreign)
                    _ = try trial.send(foreign.request)
                }
                try trial.expectAccepted(trial.send(trial.order().request))
            }
        },
        .init(
            "PROV-F-468", .operation, .allowance,
            "One attempt too many of a caller is refused with 429 and Retry-After, whatever its body."
        ) { (trial) throws(Stop) in
            let limit = try trial.callerAllowance()
            let token = try trial.strangersToken()
            var order = try trial.order()
            order.token = token
            let request = order.request(body: Array("{".utf8))
            for _ in 0..<limit { try trial.expect(.invalid("malformed_json"), to: request) }
            var last = try trial.send(request)
            // One is let in again each 60 / limit seconds, in which a slow machine may have been.
            for _ in 0..<5 where last.status != 429 { last = try trial.send(request) }
            try trial.expect(tooMany("caller_allowance"), from: last)
        },
    ]

    private static func tooMany(_ reason: String) -> Refusal {
        var refusal = Refusal(429, "TOO_MANY_REQUESTS", reason)
        refusal.header = ("retry-after", "")
        return refusal
    }

    private static func alone(
        _ id: String, _ rule: Rule, _ title: String, ask: @escaping @Sendable (Trial) throws(Stop) -> Void
    ) -> Case {
        Case(id, .operation, rule, title, alone: true, ask: ask)
    }

    private static func requireLook(at order: Order, says reason: String, _ trial: Trial) throws(Stop) {
        let reply = try trial.send(.get("/cards/\(order.card)", token: order.token))
        let (eligible, found) = StateCases.eligibility(in: reply.body)
        try trial.require(
            eligible == false && found == reason, "GET of the card says \(reason)",
            got: "eligible \(eligible.map(String.init) ?? "missing"), reason \(found ?? "none")")
    }
}
