import Wallet

/// Paths and methods: what there is, and nothing beside it.
enum RouteCases {
    static let all = noPaths + noOrders + paths + methods

    /// `ID` stands for a card of the caller's.
    private static let noPaths: [Case] = zip(
        520...,
        [
            "/", "/no-such-route", "/cards/", "//cards", "/cards//ID", "/user-api",
            "/user-api/user-api/cards",
            "/USER-API/cards", "/Cards", "/cards/ID/", "/cards/ID/apple-pay", "/./cards", "/cards/../cards",
            "/c%61rds",
            "/cards%2FID", "/cards;x=1",
        ]
    ).map { number, path in
        notFound(number, "GET \(path)") { (trial) throws(Stop) in
            .get(path.replacing("ID", with: try trial.activeCard()), token: try trial.token())
        }
    }

    private static let noOrders: [Case] = zip(
        536...,
        [
            "/cards/ID/apple-pay/provisioning/", "/cards/ID//apple-pay/provisioning",
            "/cards/ID%2Fapple-pay/provisioning",
            "/cards/./ID/apple-pay/provisioning", "/cards/ID/Apple-Pay/provisioning",
            "/cards/ID/apple-pay/provisionin%67",
        ]
    ).map { number, path in
        notFound(number, "POST \(path)") { (trial) throws(Stop) in
            var request = try trial.order().request
            request.target = path.replacing("ID", with: try trial.activeCard())
            return request
        }
    }

    private static let paths: [Case] = [
        .accepted("PROV-P-353", .contract, .prefix, "An order under /user-api is accepted.") {
            (trial) throws(Stop) in
            var order = try trial.order()
            order.prefix = "/user-api"
            return order.request
        },
        .accepted("PROV-P-354", .contract, .route, "An order with a query is accepted.") {
            (trial) throws(Stop) in
            var request = try trial.order().request
            request.target += "?lang=de&x=%00"
            return request
        },
        .accepted("PROV-P-355", .contract, .cardID, "A card's id in capital letters is the same card.") {
            (trial) throws(Stop) in
            var order = try trial.order()
            order.card = order.card.uppercased()
            return order.request
        },
        found(356, .prefix, "GET /user-api/cards is answered.", "/user-api/cards"),
        found(357, .prefix, "GET /user-api/cards/ID is answered.", "/user-api/cards/ID"),
        found(358, .prefix, "GET /user-api/healthz is answered.", "/user-api/healthz"),
        found(359, .route, "GET /cards with a query is answered.", "/cards?page=1"),
    ]

    private static let methods: [Case] = zip(
        542...,
        [
            ("GET", "/cards/ID/apple-pay/provisioning", "POST"),
            ("PUT", "/cards/ID/apple-pay/provisioning", "POST"),
            ("DELETE", "/cards/ID/apple-pay/provisioning", "POST"),
            ("PATCH", "/cards/ID/apple-pay/provisioning", "POST"),
            ("POST", "/cards", "GET"), ("DELETE", "/cards/ID", "GET"), ("PATCH", "/cards/ID", "GET"),
            ("POST", "/healthz", "GET"),
        ]
    ).map { number, route in
        var refusal = Refusal(405, "METHOD_NOT_ALLOWED", "method_not_allowed")
        refusal.header = ("allow", route.2)
        return .refused(
            "PROV-F-\(number)", .contract, .method,
            "The method \(route.0) for \(route.1) is refused with 405, and Allow says \(route.2).", refusal
        ) { (trial) throws(Stop) in
            Request(route.0, route.1.replacing("ID", with: try trial.activeCard()), body: [])
                .authorized(try trial.token())
        }
    }

    private static func notFound(
        _ number: Int, _ what: String, _ request: @escaping @Sendable (Trial) throws(Stop) -> Request
    ) -> Case {
        .refused(
            "PROV-F-\(number)", .contract, .route, "\(what) is no route.",
            Refusal(404, "NOT_FOUND", "no_such_route"), request: request)
    }

    private static func found(_ number: Int, _ rule: Rule, _ title: String, _ path: String) -> Case {
        Case("PROV-P-\(number)", .contract, rule, title) { (trial) throws(Stop) in
            let path = path.contains("ID") ? path.replacing("ID", with: try trial.activeCard()) : path
            let reply = try trial.send(.get(path, token: try trial.token()))
            try trial.require(reply.status == 200, "200", got: reply.sentence)
        }
    }
}
