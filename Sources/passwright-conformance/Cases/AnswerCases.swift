import Foundation
import Wallet

/// The HTTP contract as an honest wallet app meets it.
enum AnswerCases {
    static let all: [Case] = accepted + answers + refused

    /// Requests of every honest form.
    private static let accepted: [Case] = [
        .accepted(
            "PROV-P-001", .contract, .accepted,
            "A request in good order for an active card is answered with a pass."
        ) { (trial) throws(Stop) in try trial.order().request },
        .accepted("PROV-P-002", .contract, .prefix, "The path with /user-api before it is served too.") {
            (trial) throws(Stop) in
            var order = try trial.order()
            order.prefix = "/user-api"
            return order.request
        },
        Case("PROV-P-003", .contract, .prefix, "GET /user-api/cards is answered like GET /cards.") {
            (trial) throws(Stop) in
            let token = try trial.token()
            let plain = try trial.send(.get("/cards", token: token))
            let prefixed = try trial.send(.get("/user-api/cards", token: token))
            try trial.require(
                plain.status == prefixed.status && plain.body == prefixed.body, "the answer to GET /cards",
                got: prefixed.sentence)
        },
        .accepted("PROV-P-004", .contract, .device, "A request from a watch is accepted.") {
            (trial) throws(Stop) in
            try trial.order { $0.device = .watch }.request
        },
        version("PROV-P-005", "1", "A version of one character is accepted."),
        version("PROV-P-006", "26.1", "A version of two numbers is accepted."),
        version(
            "PROV-P-007", "10.4.0-beta.2+build_77",
            "A version with every character of its alphabet is accepted."),
        version(
            "PROV-P-008", String(repeating: "1.2-a", count: 10),
            "A version of 50 characters, the limit, is accepted."),
        version("PROV-P-009", "12345678901", "A version of 11 digits in a row, the limit, is accepted."),
        .accepted("PROV-P-010", .contract, .unknownMembers, "A member that nobody knows is passed over.") {
            (trial) throws(Stop) in
            let order = try trial.order()
            return order.request(body: Array("{\"locale\":\"en_GB\",".utf8) + order.pass.json().dropFirst())
        },
        .accepted(
            "PROV-P-011", .contract, .requestMediaType,
            "A body of application/json with charset=utf-8 is accepted."
        ) {
            (trial) throws(Stop) in
            try trial.order().request.setting("Content-Type", "application/json; charset=utf-8")
        },
        Case(
            "PROV-P-012", .contract, .accepted,
            "Two requests one after the other on one connection are both answered."
        ) {
            (trial) throws(Stop) in
            let requests = [try trial.order().request, try trial.order().request]
            for reply in try trial.sendInTurn(requests) { try trial.expectAccepted(reply) }
        },
    ]

    private static func version(_ id: String, _ text: String, _ title: String) -> Case {
        .accepted(id, .contract, .appVersion, title) { (trial) throws(Stop) in
            var order = try trial.order()
            order.pass.appVersion = text
            return order.request
        }
    }

    /// What every answer has.
    private static let answers: [Case] = [
        Case("PROV-P-013", .contract, .mediaType, "A pass is answered as application/json.") {
            (trial) throws(Stop) in
            let reply = try trial.send(trial.order().request)
            try trial.require(
                reply.mediaType == "application/json", "Content-Type: application/json",
                got: reply.header("content-type") ?? "none")
        },
        Case("PROV-P-014", .contract, .noStore, "A pass may not be stored.") { (trial) throws(Stop) in
            try requireNoStore(trial, trial.send(trial.order().request))
        },
        Case("PROV-P-015", .contract, .noStore, "A refusal and a list of cards may not be stored either.") {
            (trial) throws(Stop) in
            try requireNoStore(trial, trial.send(.get("/cards")))
            try requireNoStore(trial, trial.send(.get("/cards", token: try trial.token())))
        },
        Case("PROV-P-016", .contract, .requestID, "The caller's own request id, a UUID, comes back.") {
            (trial) throws(Stop) in
            let id = UUID().uuidString.lowercased()
            let reply = try trial.send(trial.order().request.adding("X-Request-Id", id))
            try trial.require(
                reply.header("x-request-id")?.lowercased() == id, "X-Request-Id: the caller's",
                got: reply.header("x-request-id") == nil ? "none, or more than one" : "another")
        },
        Case(
            "PROV-P-017", .contract, .requestID,
            "Without a request id of the caller's each answer has one of its own."
        ) {
            (trial) throws(Stop) in
            let ids = [
                try trial.send(trial.order().request), try trial.send(trial.order().request),
            ].map { $0.header("x-request-id").flatMap(UUID.init(uuidString:)) }
            try trial.require(
                !ids.contains(nil) && ids[0] != ids[1], "a UUID in each, and not the same",
                got: ids.contains(nil) ? "no UUID" : "the same in both")
        },
        Case(
            "PROV-P-018", .contract, .answerTime, "The pass comes within 5 seconds, for a phone and a watch.",
            alone: true
        ) { (trial) throws(Stop) in
            for device in [Phone.Device.mobilePhone, .watch] {
                let reply = try trial.send(trial.order { $0.device = device }.request)
                try trial.require(
                    reply.milliseconds <= 5_000, "an answer within 5 s",
                    got: "after \(Int(reply.milliseconds)) ms")
            }
        },
    ]

    private static let refused: [Case] = [
        Case(
            "PROV-F-010", .contract, .requestID,
            "A request id that is no UUID is not taken over, but replaced."
        ) {
            (trial) throws(Stop) in
            let reply = try trial.send(
                .get("/cards", token: try trial.token()).adding("X-Request-Id", "my-own-id"))
            try trial.require(
                reply.header("x-request-id").flatMap(UUID.init(uuidString:)) != nil, "a UUID in X-Request-Id",
                got: reply.header("x-request-id") == nil ? "none, or more than one" : "no UUID")
        },
        .refused(
            "PROV-F-011", .contract, .route, "A path that is no route is answered with 404 NOT_FOUND.",
            Refusal(404, "NOT_FOUND", "no_such_route")
        ) { (trial) throws(Stop) in .get("/no-such-route", token: try trial.token()) },
        .refused(
            "PROV-F-012", .contract, .method,
            "GET on the provisioning path is answered with 405 and Allow: POST.",
            .methodNotAllowed("POST")
        ) { (trial) throws(Stop) in
            .get("/cards/\(try trial.activeCard())/apple-pay/provisioning", token: try trial.token())
        },
        .refused(
            "PROV-F-013", .contract, .method, "DELETE on a card is answered with 405 and Allow.",
            .methodNotAllowed("GET")
        ) { (trial) throws(Stop) in
            Request("DELETE", "/cards/\(try trial.activeCard())").authorized(try trial.token())
        },
        Case(
            "PROV-F-014", .contract, .errorShape,
            "A refusal has error, message, reason and request_id, all texts."
        ) {
            (trial) throws(Stop) in
            let unknown = "/cards/\(UUID().uuidString.lowercased())"
            try requireErrorShape(trial, trial.send(.get(unknown, token: try trial.token())))
        },
        Case("PROV-F-015", .contract, .errorShape, "A refusal of a body has the same four members.") {
            (trial) throws(Stop) in
            try requireErrorShape(trial, trial.send(trial.order().request(body: Array("{}".utf8))))
        },
        Case("PROV-F-016", .contract, .noEcho, "A refusal does not repeat what was sent.") {
            (trial) throws(Stop) in
            let mark = "Zebra\(Int.random(in: 100_000...999_999))"
            var order = try trial.order()
            order.pass.appVersion = "\(mark) with a space"
            let reply = try trial.send(order.request)
            try trial.require(
                !String(decoding: reply.bytes, as: UTF8.self).contains(mark),
                "no word of the request in the answer",
                got: "the app_version that was sent")
        },
    ]

    private static func requireNoStore(_ trial: Trial, _ reply: Reply) throws(Stop) {
        let words = reply.all("cache-control").joined(separator: ",").lowercased().split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        try trial.require(
            words.contains("no-store"), "Cache-Control: no-store",
            got: words.isEmpty ? "no Cache-Control" : "Cache-Control: \(words.joined(separator: ", "))")
    }

    private static func requireErrorShape(_ trial: Trial, _ reply: Reply) throws(Stop) {
        let wanted = ["error", "message", "reason", "request_id"]
        guard let object = reply.object, reply.status >= 400 else {
            throw .failed(expected: "a refusal as one flat JSON object", got: reply.sentence)
        }
        try trial.require(
            object.names.sorted() == wanted, wanted.joined(separator: ", "),
            got: object.names.sorted().joined(separator: ", "))
        for name in wanted {
            try trial.require(
                !(object.text(name) ?? "").isEmpty, "\(name) is a text", got: "none, or another value")
        }
        try trial.require(
            object.text("request_id") == reply.header("x-request-id"), "request_id is that of X-Request-Id",
            got: "another")
    }
}
