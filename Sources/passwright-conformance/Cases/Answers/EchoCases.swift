import Wallet

/// No answer repeats what was sent.
enum EchoCases {
    /// A text of nobody's, in every place where a caller can write one.
    static let all: [Case] = [
        Case("PROV-F-389", .contract, .noEcho, "No refusal repeats what was sent, wherever it stood.") {
            (trial) throws(Stop) in
            let mark = try trial.mark()
            let order = try trial.order()
            func member(_ name: String) -> Request {
                order.request(body: order.pass.members.changed { $0.set(name, mark.json) }.bytes)
            }
            var card = order
            card.card = mark
            let places: [(what: String, request: Request)] = [
                ("the card's id", card.request), ("the path", .get("/\(mark)", token: order.token)),
                ("the method", Request(mark.uppercased(), order.target)),
                ("the query", .get("/no-such-route?\(mark)=\(mark)")),
                ("the token", order.request.setting("Authorization", "Bearer \(mark)")),
                ("the scheme", order.request.setting("Authorization", "\(mark) x")),
                ("X-Request-Id", order.request.adding("X-Request-Id", mark).setting("Authorization", nil)),
                ("Content-Type", order.request.setting("Content-Type", "application/\(mark)")),
                ("broken JSON", order.request(body: order.pass.members.ending(",\(mark)"))),
                (
                    "a member's name that stands twice",
                    order.request(body: order.pass.members.ending(",\"\(mark)\":1,\"\(mark)\":1"))
                ),
                ("certificates", member("certificates")), ("nonce", member("nonce")),
                ("nonce_signature", member("nonce_signature")), ("device_type", member("device_type")),
                (
                    "app_version",
                    order.request(
                        body: order.pass.members.changed { $0.set("app_version", "/\(mark)".json) }.bytes)
                ),
                ("product_type", member("product_type")),
                (
                    "card credentials",
                    order.request(body: order.pass.members.changed { $0.set("pan", mark.json) }.bytes)
                ),
            ]
            for place in places {
                let reply = try trial.send(place.request)
                try requireNoEcho(of: mark, in: reply, place.what, trial)
            }
        },
        Case(
            "PROV-P-371", .contract, .noEcho, "No pass and no card repeats what was sent, wherever it stood."
        ) {
            (trial) throws(Stop) in
            let mark = try trial.mark()
            let order = try trial.order()
            var request = order.request(
                body: order.pass.members.changed {
                    $0.set("app_version", mark.json)
                    $0.add(mark, mark.json)
                }.bytes)
            request.target += "?\(mark)"
            for request in [request, .get("/cards/\(order.card)?\(mark)", token: order.token)] {
                let reply = try trial.send(request.adding("X-Request-Id", mark).adding("X-Mark", mark))
                try requireNoEcho(of: mark, in: reply, "an accepted request", trial)
            }
        },
    ]

    private static func requireNoEcho(
        of mark: String, in reply: Reply, _ place: String, _ trial: Trial
    ) throws(Stop) {
        let text = String(decoding: reply.bytes, as: UTF8.self).lowercased()
        try trial.require(!text.contains(mark), "nothing of what was sent", got: "what was sent in \(place)")
    }
}
