import Foundation
import Wallet

/// What an operator's tools ask, and what an operator does.
enum OperationCases {
    static let all: [Case] = questions + pause + drain

    private static let questions: [Case] = [
        Case("PROV-P-085", .operation, .health, "GET /healthz is answered with 200, without a token.") {
            (trial) throws(Stop) in
            let reply = try trial.send(.get("/healthz"))
            try trial.require(reply.status == 200, "200", got: reply.sentence)
        },
        Case(
            "PROV-P-086", .operation, .readiness,
            "GET /readyz is answered with 200 by a server that can serve, each time."
        ) {
            (trial) throws(Stop) in
            for _ in 0..<2 {
                let reply = try trial.send(.get("/readyz"))
                try trial.require(reply.status == 200, "200", got: reply.sentence)
            }
        },
        Case(
            "PROV-P-084", .operation, .openAPI,
            "The document at /openapi.json is OpenAPI 3.1 and describes the provisioning path."
        ) { (trial) throws(Stop) in
            let reply = try trial.send(.get("/openapi.json"))
            let document = try? JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
            let paths = document?["paths"] as? [String: Any] ?? [:]
            try trial.require(
                reply.status == 200 && (document?["openapi"] as? String)?.hasPrefix("3.1") ?? false
                    && paths.keys.contains { $0.hasSuffix("/apple-pay/provisioning") },
                "200 with an OpenAPI 3.1 document that has the provisioning path", got: reply.sentence)
        },
        Case(
            "PROV-P-087", .operation, .metrics,
            "The metrics are Prometheus text, with a TYPE for every family."
        ) {
            (trial) throws(Stop) in
            let reply = try trial.sendToMetrics()
            let lines = String(decoding: reply.body, as: UTF8.self).split(separator: "\n")
            let typed = Set(
                lines.filter { $0.hasPrefix("# TYPE ") }.compactMap {
                    $0.split(separator: " ").dropFirst(2).first
                })
            let strange = lines.filter { !$0.hasPrefix("#") }.first { line in
                let name = line.prefix { $0 != "{" && $0 != " " }
                let base = ["_bucket", "_sum", "_count"].first(where: name.hasSuffix).map {
                    name.dropLast($0.count)
                }
                return !typed.contains(name) && !(base.map(typed.contains) ?? false)
            }
            try trial.require(
                reply.status == 200 && reply.mediaType == "text/plain" && !typed.isEmpty && strange == nil,
                "200 with Prometheus text", got: strange == nil ? reply.sentence : "a sample without a TYPE")
        },
        Case("PROV-P-088", .operation, .metrics, "The metrics hold no card id, token or nonce.") {
            (trial) throws(Stop) in
            let order = try trial.order()
            _ = try trial.send(order.request)
            let text = String(decoding: try trial.sendToMetrics().body, as: UTF8.self).lowercased()
            let marks = [order.card, order.token ?? order.card, Base64.encode(order.pass.nonceSignature)]
            try trial.require(
                !marks.contains { text.contains($0.lowercased()) }, "nothing of a request in the metrics",
                got: "something of it")
        },
        .refused(
            "PROV-F-085", .operation, .metrics,
            "The metrics are not served where the phones' requests come in.",
            Refusal(anyOf: 401, 403, 404)
        ) { (trial) throws(Stop) in .get("/metrics") },
    ]

    private static let pause: [Case] = [
        Case(
            "PROV-F-086", .operation, .pause,
            "While an administrator has paused provisioning, a request is answered with 503 and Retry-After.",
            alone: true
        ) { (trial) throws(Stop) in
            let request = try trial.order().request
            var refusal = Refusal(503, "APPLE_PAY_PROVISIONING_UNAVAILABLE", "provisioning_paused")
            refusal.header = ("retry-after", "")
            try trial.pausing { () throws(Stop) in try trial.expect(refusal, from: trial.send(request)) }
        },
        Case(
            "PROV-P-089", .operation, .pause,
            "After a pause provisioning goes on, and a nonce from the pause is still good.",
            alone: true
        ) { (trial) throws(Stop) in
            let request = try trial.order().request
            try trial.pausing { () throws(Stop) in _ = trial.outcome(of: request) }
            try trial.expectAccepted(trial.send(request))
        },
    ]

    /// The last question of all: after it nobody answers.
    private static let drain: [Case] = [
        Case(
            "PROV-P-099", .operation, .drain,
            "A server that is told to stop answers every request that it has accepted.",
            alone: true
        ) { (trial) throws(Stop) in
            let command = try trial.stopCommand()
            let first = try trial.order()
            var requests = [first.request]
            while requests.count < 24 { requests.append(try trial.again(first).request) }
            let outcomes = trial.sendAtOnce(requests) {
                // In the middle of them: some are being answered, some are not yet read.
                usleep(20_000)
                _ = command.run(seconds: 20)
            }
            let whole = outcomes.count { outcome in
                if case .success(let reply) = outcome { [200, 503].contains(reply.status) } else { false }
            }
            try trial.require(whole == 24, "24 answers, each 200 or 503 and whole", got: "\(whole) of 24")
        }
    ]
}
