import Wallet

/// What every answer has in common, whatever it answers.
enum EveryAnswerCases {
    static let all: [Case] = [
        each(
            347, .errorShape,
            "An error has error, message, reason and request_id, all texts, and nothing else."
        ) { reply in
            guard let object = reply.object else { return "no flat JSON object" }
            let names = ["error", "message", "reason", "request_id"]
            guard object.names.sorted() == names else { return "other members" }
            guard names.allSatisfy({ object.text($0)?.isEmpty == false }) else {
                return "an empty member, or one of another type"
            }
            return nil
        },
        each(348, .mediaType, "An error says that it is application/json.") {
            $0.mediaType == "application/json" ? nil : "another media type"
        },
        each(349, .noStore, "No error may be stored.") {
            $0.all("cache-control").joined(separator: ",").lowercased().contains("no-store")
                ? nil : "no no-store"
        },
        each(387, .requestID, "An error's X-Request-Id is a UUID, and its request_id is the same.") { reply in
            guard let id = reply.header("x-request-id") else { return "no X-Request-Id" }
            guard RequestIDCases.isUUID(id) else { return "an X-Request-Id that is no UUID" }
            return reply.object?.text("request_id") ?? id == id ? nil : "another request_id"
        },
        each(388, .noVersion, "No error says which software made it.", version),
        Case("PROV-P-370", .contract, .noVersion, "No pass and no card says which software made it.") {
            (trial) throws(Stop) in
            let order = try trial.order()
            for request in [
                order.request, .get("/cards/\(order.card)", token: order.token), .get("/healthz"),
            ] {
                let reply = try trial.send(request)
                try trial.require(
                    version(reply) == nil, "no header with a version", got: version(reply) ?? "")
            }
        },
    ]

    /// One request for each kind of refusal that needs no more than a card and a token.
    private static func refused(_ trial: Trial) throws(Stop) -> [(what: String, request: Request)] {
        let order = try trial.order()
        var unknown = order
        unknown.card = try trial.unknownCard()
        return [
            ("400 for a body", order.request(body: Array("{".utf8))),
            (
                "400 for certificates",
                order.request(body: order.pass.members.changed { $0.set("certificates", "[]") }.bytes)
            ),
            ("401", order.request.setting("Authorization", nil)), ("404 for a card", unknown.request),
            ("405", Request("PUT", order.target, body: [])),
            ("413", order.request(body: Array(repeating: 0x20, count: 65_537))),
            ("415", order.request.setting("Content-Type", "text/plain")),
        ]
    }

    /// `defect` says what is wrong with an answer, if anything is.
    private static func each(
        _ number: Int, _ rule: Rule, _ title: String, _ defect: @escaping @Sendable (Reply) -> String?
    ) -> Case {
        Case("PROV-F-\(number)", .contract, rule, title) { (trial) throws(Stop) in
            for (what, request) in try refused(trial) {
                let reply = try trial.send(request)
                guard reply.status >= 400 else { throw .blocked("\(what): the answer is \(reply.sentence)") }
                if let found = defect(reply) {
                    throw .failed(expected: rule.sentence, got: "\(what): \(found)")
                }
            }
        }
    }

    /// A name of software may stand in `Server`; a number behind it helps only an attacker.
    @Sendable private static func version(_ reply: Reply) -> String? {
        for name in ["server", "x-powered-by"]
        where reply.all(name).contains(where: { $0.contains(where: \.isNumber) }) {
            return "a version in \(name)"
        }
        return nil
    }
}
