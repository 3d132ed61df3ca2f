/// The issuer's one-time password: a compact JWS, ES256, over a card, a nonce and a short time.
enum IssuerOTP {
    /// A clock may differ by this many seconds.
    static let leeway: Int64 = 30
    /// No password lives longer than a day.
    static let longest: Int64 = 86_400

    /// Whether `activation` could be a compact JWS: three parts of base64url.
    static func hasShape(_ activation: [UInt8]) -> Bool {
        let parts = activation.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 3
            && parts.allSatisfy { part in
                let bytes = Base64.decodeURL(String(decoding: part, as: UTF8.self))
                return !(bytes ?? []).isEmpty
            }
    }

    static func inspect(
        _ activation: [UInt8], key: SimulatedKey, _ question: PaymentNetwork.Question
    ) -> Inspection {
        var found = Inspection()
        let parts = activation.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let decoded = parts.compactMap { Base64.decodeURL(String(decoding: $0, as: UTF8.self)) }
        guard decoded.count == 3 else {
            found.refuse(.otpForm, "is no compact JWS")
            return found
        }
        guard let header = try? FlatJSON(decoded[0]) else {
            found.refuse(.otpForm, "the header is not one JSON object")
            return found
        }
        guard let claims = try? FlatJSON(decoded[1]) else {
            found.refuse(.otpForm, "the payload is not one JSON object")
            return found
        }
        // The algorithm is ours to choose: a header that names another is refused, never obeyed.
        found.demand(header.text("alg") == "ES256", .otpAlgorithm, "alg is not ES256")
        found.demand(header["crit"] == nil, .otpCritical, "crit is not understood")
        let signed = Array(activation.prefix(parts[0].count + 1 + parts[1].count))
        inspect(signature: decoded[2], over: signed, key, &found)
        inspect(claims: claims, question, &found)
        return found
    }

    private static func inspect(
        signature: [UInt8], over signed: [UInt8], _ key: SimulatedKey, _ found: inout Inspection
    ) {
        let wrong = "the signature does not verify with the issuer's key"
        if let raw = try? ECDSASignature(raw: signature),
            (try? key.verify(raw.der, over: signed, .sha256)) != nil
        {
            return
        }
        let isDER = (try? key.verify(signature, over: signed, .sha256)) != nil
        found.refuse(isDER ? .otpSignatureDER : .otpSignature, wrong)
    }

    private static func inspect(
        claims: FlatJSON, _ question: PaymentNetwork.Question, _ found: inout Inspection
    ) {
        found.demand(!(claims.text("jti") ?? "").isEmpty, .otpClaims, "jti is missing")
        found.demand(
            claims.text("card")?.lowercased() == question.card.lowercased(), .otpCard,
            "card is not the card that is being added")
        if let issued = claims.integer("iat"), let expires = claims.integer("exp") {
            found.demand(issued <= question.now + leeway, .otpIssued, "was issued in the future")
            found.demand(expires > question.now, .otpExpired, "has expired")
            found.demand(
                expires > issued && expires - issued <= longest, .otpValidity,
                "is valid for longer than a day")
            found.words = "ES256, this card and nonce, \(expires - question.now) s left"
        } else {
            found.refuse(.otpClaims, "iat or exp is missing or not a whole number")
        }
        let digest = (try? Digest.sha256.of(question.nonce)).map(Base64.encodeURL)
        found.demand(
            digest != nil && claims.text("nonce_sha256") == digest, .otpNonce,
            "nonce_sha256 is not the digest of the phone's nonce")
    }
}
