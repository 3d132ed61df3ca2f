import Wallet

// What a token says: RFC 7519, 4.1.
extension TokenCase {
    static let accepted: [TokenCase] = [
        accepted(145, .tokenAccepted, "A token in good order is accepted.") { try $0.token() },
        accepted(146, .tokenClaims, "A token with a claim that is not known is accepted.") {
            try $0.token { $0.claims.add("scope", "\"cards\"") }
        },
        accepted(
            153, .tokenClaims,
            "A token whose sub has 128 bytes, the most there may be, is accepted: what is missing is the card.",
            outcome: .stranger
        ) { try $0.token { $0.claims.set("sub", text(128)) } },
    ]

    static let claims: [TokenCase] =
        zip(251..., ["exp", "iat", "iss", "aud", "sub"]).map { number, name in
            refused(number, .tokenClaims, "A token without \(name) is refused.") {
                try $0.token { $0.claims.remove(name) }
            }
        } + [
            typed(256, "whose exp is a text", "exp") { "\($0.now + 3600)".json },
            typed(257, "whose iat is a text", "iat") { "\($0.now)".json },
            typed(258, "whose nbf is a text", "nbf") { "\($0.now)".json },
            typed(259, "whose iss is a list", "iss") { "[\($0.issuer.json)]" },
            typed(260, "whose aud is an object", "aud") { "{\"aud\":\($0.audience.json)}" },
            typed(261, "whose aud is an empty list", "aud") { _ in "[]" },
            typed(262, "whose sub is a number", "sub") { _ in "1" },
            typed(263, "whose sub is empty", "sub") { _ in "\"\"" },
            typed(264, "whose sub has 129 bytes, one too many", "sub") { _ in text(129) },
            refused(265, .tokenForm, "A token whose sub stands twice is refused.") { forge in
                try forge.token { $0.claims.add("sub", forge.cardholder.json) }
            },
        ]

    private static func typed(
        _ number: Int, _ what: String, _ name: String, _ json: @escaping @Sendable (TokenForge) -> String
    ) -> TokenCase {
        refused(number, .tokenClaims, "A token \(what) is refused.") { forge in
            try forge.token { $0.claims.set(name, json(forge)) }
        }
    }

    /// Ten seconds lie between each time and the end of the leeway, since no two clocks are one.
    static let times: [TokenCase] = [
        timed(147, "that ended 20 seconds ago, within the leeway,", "exp", -20),
        timed(148, "that was issued 20 seconds ahead, within the leeway,", "iat", 20),
        timed(149, "that begins in 20 seconds, within the leeway,", "nbf", 20),
        timed(150, "that began a minute ago", "nbf", -60),
        timed(266, "that ended 40 seconds ago", "exp", -40),
        timed(267, "that was issued 40 seconds ahead", "iat", 40),
        timed(268, "that begins in 40 seconds", "nbf", 40),
    ]

    private static func timed(_ number: Int, _ what: String, _ name: String, _ offset: Int64) -> TokenCase {
        let forge: Forge = { forge in try forge.token { $0.claims.set(name, "\(forge.now + offset)") } }
        return number < 200
            ? accepted(number, .tokenTime, "A token \(what) is accepted.", forge)
            : refused(number, .tokenTime, "A token \(what) is refused.", forge)
    }

    static let parties: [TokenCase] = [
        accepted(151, .tokenAudience, "A token for several audiences, this one among them, is accepted.") {
            forge in
            try forge.token { $0.claims.set("aud", "[\"another\",\(forge.audience.json)]") }
        },
        refused(269, .tokenIssuer, "A token from another issuer is refused.") {
            try $0.token { $0.claims.set("iss", "\"https://issuer.invalid\"") }
        },
        refused(270, .tokenIssuer, "A token from an issuer whose name goes on is refused.") { forge in
            try forge.token { $0.claims.set("iss", (forge.issuer + ".invalid").json) }
        },
        refused(271, .tokenAudience, "A token for another audience is refused.") {
            try $0.token { $0.claims.set("aud", "\"another\"") }
        },
        refused(272, .tokenAudience, "A token for several other audiences is refused.") {
            try $0.token { $0.claims.set("aud", "[\"one\",\"another\"]") }
        },
    ]
}

/// A JSON string of this many bytes.
private func text(_ count: Int) -> String { String(repeating: "a", count: count).json }
