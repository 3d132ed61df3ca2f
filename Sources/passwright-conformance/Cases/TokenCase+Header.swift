import Wallet

// What a token's header can ask for: RFC 7515, 4.1, and RFC 8725.
extension TokenCase {
    static let algorithm: [TokenCase] =
        zip(225..., ["none", "None", "NONE", "nOnE"]).map { number, name in
            refused(number, .tokenAlg, "A token of alg \"\(name)\" without a signature is refused.") {
                forge in
                forge.token {
                    $0.header.set("alg", name.json)
                } sign: { _ in
                    []
                }
            }
        } + [
            refused(229, .tokenAlg, "A token of alg \"none\" whose signature holds is refused.") { forge in
                try forge.token { $0.header.set("alg", "\"none\"") }
            },
            refused(230, .tokenAlg, "A token of alg HS256, keyed with the public key's PEM, is refused.") {
                forge in
                let secret = Array(try forge.key.publicKeyPEM().utf8)
                return try forge.hmac(secret)
            },
            refused(231, .tokenAlg, "A token of alg HS256, keyed with the public key's DER, is refused.") {
                forge in
                try forge.hmac(forge.key.subjectPublicKeyInfo())
            },
            refused(232, .tokenAlg, "A token that names the other algorithm than its key's is refused.") {
                forge in
                let other = TokenForge.Algorithm.allCases.first { $0 != forge.algorithm }!
                return try forge.token { $0.header.set("alg", other.rawValue.json) }
            },
            refused(233, .tokenAlg, "A token that names its algorithm in lower case is refused.") { forge in
                try forge.token { $0.header.set("alg", forge.algorithm.rawValue.lowercased().json) }
            },
            refused(234, .tokenAlg, "A token without alg is refused.") { forge in
                try forge.token { $0.header.remove("alg") }
            },
            refused(235, .tokenForm, "A token whose alg stands twice is refused.") { forge in
                try forge.token { $0.header.add("alg", forge.algorithm.rawValue.json) }
            },
        ]

    static let keyID: [TokenCase] = [
        accepted(140, .tokenKid, "A token without kid is accepted where there is one key.", needs: .oneKey) {
            try $0.token { $0.header.remove("kid") }
        },
        refused(
            236, .tokenKid, "A token without kid is refused where there are several keys.",
            needs: .severalKeys
        ) {
            try $0.token { $0.header.remove("kid") }
        },
        kid(237, "of a key that is not known", "no-such-key".json),
        kid(238, "that is empty", "\"\""),
        kid(239, "that is a number", "1"),
        kid(240, "that is a path", "../../../../../../dev/null".json),
        kid(241, "that is SQL", "' or '1'='1".json),
        refused(242, .tokenForm, "A token whose kid stands twice is refused.") { forge in
            try forge.token { $0.header.add("kid", (forge.kid ?? "one").json) }
        },
    ]

    private static func kid(_ number: Int, _ what: String, _ json: String) -> TokenCase {
        refused(number, .tokenKid, "A token with a kid \(what) is refused.") {
            try $0.token { $0.header.set("kid", json) }
        }
    }

    static let header: [TokenCase] = [
        refused(
            243, .tokenHeader, "A token signed with the key that it brings along (jwk) is refused.",
            needs: .es256
        ) {
            let key = try SimulatedKey(.p256)
            let jwk = try key.jwk().json
            return try $0.token(by: key) { $0.header.add("jwk", jwk) }
        },
        refused(244, .tokenHeader, "A token that brings its right key along (jwk) is refused.", needs: .es256)
        { forge in
            let jwk = try forge.key.jwk().json
            return try forge.token { $0.header.add("jwk", jwk) }
        },
        extra(245, "that says where its key is (jku)", "jku", "http://127.0.0.1:9/keys".json),
        extra(246, "that says where its certificate is (x5u)", "x5u", "http://127.0.0.1:9/leaf".json),
        extra(247, "that brings certificates along (x5c)", "x5c", "[\"MAA=\"]"),
        extra(248, "with an extension that must be understood (crit)", "crit", "[\"exp\"]"),
        extra(249, "whose payload is not encoded (b64)", "b64", "false"),
        extra(250, "that says that its payload is another token (cty)", "cty", "\"JWT\""),
        accepted(141, .tokenHeader, "A token without typ is accepted.") {
            try $0.token { $0.header.remove("typ") }
        },
        accepted(142, .tokenHeader, "A token of typ \"at+jwt\" is accepted.") {
            try $0.token { $0.header.set("typ", "\"at+jwt\"") }
        },
        accepted(143, .tokenHeader, "A token of typ \"jwt\" in lower case is accepted.") {
            try $0.token { $0.header.set("typ", "\"jwt\"") }
        },
        accepted(144, .tokenHeader, "A token with a header member that is not known is accepted.") {
            try $0.token { $0.header.add("x-unknown", "{\"a\":[1]}") }
        },
    ]

    private static func extra(
        _ number: Int, _ what: String, _ name: String, _ json: String
    ) -> TokenCase {
        refused(number, .tokenHeader, "A token \(what) is refused.") {
            try $0.token { $0.header.add(name, json) }
        }
    }
}

extension TokenForge {
    /// A token of HS256 with this secret.
    fileprivate func hmac(_ secret: [UInt8]) throws -> String {
        try token {
            $0.header.set("alg", "\"HS256\"")
        } sign: {
            try hmacSHA256(key: secret, $0)
        }
    }
}
