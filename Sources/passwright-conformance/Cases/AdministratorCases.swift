import Foundation
import Wallet

/// What an administrator does takes effect at the next request, and is over when he takes it back.
enum AdministratorCases {
    static let all = states + paused + allowances

    private static let states: [Case] = [
        alone("PROV-F-408", .state, "A card that was frozen a moment ago is refused.") {
            (trial) throws(Stop) in
            let order = try trial.order()
            try trial.freezing(order) { () throws(Stop) in
                try trial.expect(.unavailable("card_frozen"), to: order.request)
            }
        },
        alone(
            "PROV-P-390", .replayUnused,
            "The nonce that a frozen card was refused with is good when it is unfrozen."
        ) {
            (trial) throws(Stop) in
            let order = try trial.order()
            try trial.freezing(order) { () throws(Stop) in
                try trial.meet(.unavailable("card_frozen"), with: order.request)
            }
            try trial.expectAccepted(trial.send(order.request))
        },
        alone(
            "PROV-P-393", .eligibility,
            "A card that was frozen a moment ago is shown as one that may not be added."
        ) {
            (trial) throws(Stop) in
            let order = try trial.order()
            try trial.freezing(order) { () throws(Stop) in
                try requireLook(at: order, says: "card_frozen", trial)
            }
        },
        alone("PROV-F-409", .state, "A card of a holder who is blocked is refused.") { (trial) throws(Stop) in
            let order = try others(trial)
            try trial.blocking("bob") { () throws(Stop) in
                try trial.expect(.unavailable("cardholder_blocked"), to: order.request)
            }
        },
        alone(
            "PROV-P-394", .eligibility,
            "A card of a holder who is blocked is shown as one that may not be added."
        ) {
            (trial) throws(Stop) in
            let order = try others(trial)
            try trial.blocking("bob") { () throws(Stop) in
                try requireLook(at: order, says: "cardholder_blocked", trial)
            }
        },
    ]

    /// An order of the other cardholder's.
    private static func others(_ trial: Trial) throws(Stop) -> Order {
        var order = try trial.order()
        order.token = try trial.token("bob")
        order.card = try trial.activeCard(of: "bob")
        return order
    }

    private static let pausing = Refusal(503, "APPLE_PAY_PROVISIONING_UNAVAILABLE", "provisioning_paused")

    private static let paused: [Case] = [
        alone("PROV-F-466", .precedence, "A pause is answered before a card that nobody has.") {
            (trial) throws(Stop) in
            let good = try trial.order()
            var order = good
            order.card = try trial.unknownCard()
            try trial.pausing { () throws(Stop) in
                try trial.meet(pausing, with: good.request)
                try trial.expect(pausing, to: order.request)
            }
        },
        alone("PROV-F-467", .precedence, "A missing certificate is answered before a pause.") {
            (trial) throws(Stop) in
            var order = try trial.order()
            order.pass.certificates.removeLast()
            let refusal = Refusal.invalid("certificate_count")
            try trial.meet(refusal, with: order.request)
            try trial.pausing { () throws(Stop) in try trial.expect(refusal, to: order.request) }
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
                try requireTooMany("card_allowance", trial.send(trial.order().request), trial)
            }
        },
        alone(
            "PROV-F-439", .allowance,
            "One attempt too many of a cardholder is refused with 429 and Retry-After."
        ) {
            (trial) throws(Stop) in
            try trial.allowing(1, in: hour, kind: "cardholder") { () throws(Stop) in
                _ = try trial.send(trial.order().request)
                try requireTooMany("cardholder_allowance", trial.send(trial.order().request), trial)
            }
        },
        alone("PROV-P-391", .replayUnused, "The nonce of an attempt too many is still good afterwards.") {
            (trial) throws(Stop) in
            let order = try trial.order()
            try trial.allowing(1, in: hour, kind: "card") { () throws(Stop) in
                _ = try trial.send(trial.order().request)
                try trial.meet(Refusal(anyOf: 429), with: order.request)
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
            for _ in 0..<limit { try trial.meet(.invalid("malformed_json"), with: request) }
            var last = try trial.send(request)
            // One is let in again each 60 / limit seconds, in which a slow machine may have been.
            for _ in 0..<5 where last.status != 429 { last = try trial.send(request) }
            try requireTooMany("caller_allowance", last, trial)
        },
    ]

    private static func requireTooMany(_ reason: String, _ reply: Reply, _ trial: Trial) throws(Stop) {
        try trial.expect(Refusal(429, "TOO_MANY_REQUESTS", reason), from: reply)
        try trial.require(
            reply.header("retry-after").flatMap(Int.init) != nil, "429 with Retry-After in seconds",
            got: "429 that does not say when to come again")
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
