import Wallet

/// A nonce works once for a cardholder, and only an answer uses it up.
enum ReplayCases {
    static let all: [Case] = [
        second("PROV-F-001", "The same request a second time is refused as a replay.") { _, order in order },
        second("PROV-F-002", "The same nonce with its signature written as DER is a replay.") {
            (trial, order) throws(Stop) in
            var order = order
            do { order.pass.nonceSignature = try ECDSASignature(raw: order.pass.nonceSignature).der } catch {
                throw .blocked("the signature is no r || s of 64 bytes")
            }
            trial.hide(order.pass)
            return order
        },
        second("PROV-F-003", "The same nonce with the other s of its signature, n - s, is a replay.") {
            (trial, order) throws(Stop) in
            var order = order
            order.pass.nonceSignature = P256Order.mirrored(order.pass.nonceSignature)
            trial.hide(order.pass)
            return order
        },
        second("PROV-F-004", "The same nonce with a fresh signature over it is a replay.") {
            (trial, order) throws(Stop) in
            var order = order
            do { order.pass = try trial.phone().request(nonce: order.pass.nonce) } catch {
                throw .blocked("the nonce cannot be signed with the leaf's key")
            }
            trial.hide(order.pass)
            return order
        },
        second("PROV-F-005", "The same nonce for another card of the same cardholder is a replay.") {
            (trial, order) throws(Stop) in
            var order = order
            order.card = try trial.otherActiveCard(than: order.card)
            return order
        },
        second("PROV-F-006", "The same nonce under /user-api is a replay.") { _, order in
            var order = order
            order.prefix = "/user-api"
            return order
        },
        second("PROV-F-007", "The same nonce from a watch is a replay.") { _, order in
            var order = order
            order.pass.device = .watch
            return order
        },
        Case(
            "PROV-F-008", .replay, .replay,
            "Of 50 requests with one nonce at the same moment exactly one is answered with a pass.",
            alone: true
        ) { (trial) throws(Stop) in
            let request = try trial.order().request
            var (passes, refused, others) = (0, 0, 0)
            for case .success(let reply) in trial.sendAtOnce(Array(repeating: request, count: 50)) {
                if reply.status == 200 { passes += 1 }
                // Fifty at once may be too many at once: what was not looked at is no pass either.
                if reply.reason == "nonce_replayed" || reply.status == 503 { refused += 1 }
                if reply.status == 502 { others += 1 }
            }
            // That so many at once disturb each other is another case's.
            if passes <= 1, others > 0 { throw .blocked("\(others) of 50 at once were answered with 502") }
            try trial.require(
                passes == 1 && refused == 49, "1 pass, 49 refused as replays",
                got:
                    "\(passes) with a pass, \(refused) refused as replays, \(50 - passes - refused) otherwise"
            )
        },
        Case("PROV-P-090", .replay, .replayUnused, "A fresh nonce after a replay was refused is accepted.") {
            (trial) throws(Stop) in
            let order = try trial.order()
            _ = try trial.send(order.request)
            _ = try trial.send(order.request)
            try trial.expectAccepted(trial.send(trial.again(order).request))
        },
        Case("PROV-P-091", .replay, .replayUnused, "Another cardholder's use of a nonce does not use it up.")
        {
            (trial) throws(Stop) in
            var order = try trial.order()
            let other = try (trial.activeCard(of: "bob"), trial.token("bob"))
            _ = try trial.send(order.request)
            (order.card, order.token) = other
            try trial.expectAccepted(trial.send(order.request))
        },
        unused("PROV-P-092", "A nonce that met a card which is not active can be used for one that is.") {
            (trial, order) throws(Stop) in
            var order = order
            order.card = try trial.card("frozen")
            return order.request
        },
        unused("PROV-P-093", "A nonce that met another's card can be used for one's own.") {
            (trial, order) throws(Stop) in
            var order = order
            order.card = try trial.activeCard(of: "bob")
            return order.request
        },
        unused("PROV-P-094", "A nonce in a body that was refused can be used again.") { _, order in
            order.request(body: Array("{".utf8) + order.pass.json())
        },
    ]

    /// An order is answered, then sent again after `change`, and refused.
    private static func second(
        _ id: String, _ title: String, change: @escaping @Sendable (Trial, Order) throws(Stop) -> Order
    ) -> Case {
        Case(id, .replay, .replay, title) { (trial) throws(Stop) in
            let order = try trial.order()
            let again = try change(trial, order)
            let first = try trial.send(order.request)
            guard first.status == 200 else {
                throw .blocked(
                    "the first request was answered with \(first.sentence), so its nonce is not used")
            }
            let reply = try trial.send(again.request)
            guard reply.error != "NOT_FOUND" else {
                throw .blocked(
                    "the second request was answered with \(reply.sentence): no such path is served")
            }
            try trial.expect(.invalid("nonce_replayed"), from: reply)
        }
    }

    /// A request that is refused before the nonce's turn, then an order with the same nonce.
    private static func unused(
        _ id: String, _ title: String, refused: @escaping @Sendable (Trial, Order) throws(Stop) -> Request
    ) -> Case {
        Case(id, .replay, .replayUnused, title) { (trial) throws(Stop) in
            let order = try trial.order()
            let first = try trial.send(try refused(trial, order))
            guard first.status != 200 else { throw .blocked("the request before it was not refused") }
            try trial.expectAccepted(trial.send(order.request))
        }
    }
}
