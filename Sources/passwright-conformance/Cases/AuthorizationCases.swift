import Wallet

/// The Authorization header: RFC 6750, 2.1 and 3.
enum AuthorizationCases {
    static let all: [Case] = schemes + challenges

    private static let schemes: [Case] = [
        accepted("PROV-P-154", "The scheme in lower case is accepted.") { "bearer \($0)" },
        accepted("PROV-P-155", "The scheme in upper case is accepted.") { "BEARER \($0)" },
        refused("PROV-F-292", .tokenMissing, "A request without Authorization is refused.") { _ in nil },
        refused("PROV-F-293", .tokenScheme, "Basic in place of Bearer is refused, whatever follows it.") {
            "Basic \($0)"
        },
        refused("PROV-F-294", .tokenScheme, "Bearer without a token is refused.") { _ in "Bearer" },
        refused("PROV-F-295", .tokenScheme, "Bearer with a word after the token is refused.") {
            "Bearer \($0) more"
        },
        refused("PROV-F-296", .tokenScheme, "A token without a scheme is refused.") { $0 },
        .refused(
            "PROV-F-297", .tokens, .tokenMissing, "A token in the query is refused.",
            Refusal(401, "UNAUTHORIZED")
        ) { (trial) throws(Stop) in
            let order = try trial.order()
            var request = order.request.setting("Authorization", nil)
            request.target += "?access_token=\(order.token ?? "")"
            return request
        },
        // Whatever stands in front of the server may be the one that refuses.
        .refused(
            "PROV-F-298", .tokens, .framing,
            "Two Authorization headers are refused, even where they are the same.",
            Refusal(anyOf: 400)
        ) { (trial) throws(Stop) in
            let order = try trial.order()
            return order.request.adding("Authorization", "Bearer \(order.token ?? "")")
        },
    ]

    private static let challenges: [Case] = [
        Case(
            "PROV-F-299", .tokens, .tokenChallenge,
            "What is no token is answered with the challenge invalid_token."
        ) { (trial) throws(Stop) in
            let challenge = try trial.challenge(
                to: trial.order().request.setting("Authorization", "Bearer none"))
            try trial.require(
                challenge.contains("error=\"invalid_token\""),
                "WWW-Authenticate: Bearer with error=\"invalid_token\"", got: "another challenge")
        },
        Case(
            "PROV-F-288", .tokens, .tokenChallenge,
            "A request without a token is answered with a challenge and no error."
        ) { (trial) throws(Stop) in
            let challenge = try trial.challenge(to: trial.order().request.setting("Authorization", nil))
            try trial.require(
                !challenge.contains("error"), "WWW-Authenticate: Bearer without an error",
                got: "one with an error")
        },
    ]

    private static func accepted(
        _ id: String, _ title: String, _ value: @escaping @Sendable (String) -> String
    ) -> Case {
        .accepted(id, .tokens, .tokenScheme, title) { (trial) throws(Stop) in
            let order = try trial.order()
            return order.request.setting("Authorization", value(order.token ?? ""))
        }
    }

    private static func refused(
        _ id: String, _ rule: Rule, _ title: String, _ value: @escaping @Sendable (String) -> String?
    ) -> Case {
        .refused(id, .tokens, rule, title, Refusal(401, "UNAUTHORIZED")) { (trial) throws(Stop) in
            let order = try trial.order()
            return order.request.setting("Authorization", value(order.token ?? ""))
        }
    }
}

extension Trial {
    /// The challenge with which a request is refused.
    fileprivate func challenge(to request: Request) throws(Stop) -> String {
        let reply = try send(request)
        guard reply.status == 401 else {
            throw .blocked(
                "the request was answered with \(reply.sentence), so there is no challenge to look at")
        }
        let challenge = reply.header("www-authenticate") ?? ""
        let isBearer = challenge.lowercased().hasPrefix("bearer")
        try require(
            isBearer, "WWW-Authenticate: Bearer", got: challenge.isEmpty ? "no challenge" : "another scheme")
        return challenge
    }
}
