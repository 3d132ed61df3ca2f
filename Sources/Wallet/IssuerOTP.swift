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

    /// What was verified, in words.
    static func verify(
        _ activation: [UInt8], key: SimulatedKey, _ question: PaymentNetwork.Question
    ) throws(PaymentNetwork.Refusal) -> String {
        let parts = activation.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let decoded = parts.compactMap { Base64.decodeURL(String(decoding: $0, as: UTF8.self)) }
        guard decoded.count == 3 else { throw .init(reason: "is no compact JWS") }
        let header = try object(decoded[0], "header")
        // The algorithm is ours to choose: a header that names another is refused, never obeyed.
        guard header.text("alg") == "ES256" else { throw .init(reason: "alg is not ES256") }
        guard header["crit"] == nil else { throw .init(reason: "crit is not understood") }

        let signed = Array(activation.prefix(parts[0].count + 1 + parts[1].count))
        do throws(WalletError) {
            try key.verify(ECDSASignature(raw: decoded[2]).der, over: signed, .sha256)
        } catch {
            throw .init(reason: "the signature does not verify with the issuer's key")
        }
        return try verify(claims: object(decoded[1], "payload"), question)
    }

    private static func verify(
        claims: FlatJSON, _ question: PaymentNetwork.Question
    ) throws(PaymentNetwork.Refusal) -> String {
        guard let id = claims.text("jti"), !id.isEmpty else { throw .init(reason: "jti is missing") }
        guard let card = claims.text("card"), card.lowercased() == question.card.lowercased() else {
            throw .init(reason: "card is not the card that is being added")
        }
        guard let issued = claims.integer("iat"), let expires = claims.integer("exp") else {
            throw .init(reason: "iat or exp is missing or not a whole number")
        }
        guard issued <= question.now + leeway else { throw .init(reason: "was issued in the future") }
        guard expires > question.now else { throw .init(reason: "has expired") }
        guard expires > issued, expires - issued <= longest else {
            throw .init(reason: "is valid for longer than a day")
        }
        let digest: [UInt8]
        do { digest = try Digest.sha256.of(question.nonce) } catch { throw .init(reason: "no SHA-256 here") }
        guard claims.text("nonce_sha256") == Base64.encodeURL(digest) else {
            throw .init(reason: "nonce_sha256 is not the digest of the phone's nonce")
        }
        return "ES256, this card and nonce, \(expires - question.now) s left"
    }

    private static func object(
        _ bytes: [UInt8], _ part: String
    ) throws(PaymentNetwork.Refusal) -> FlatJSON {
        do { return try FlatJSON(bytes) } catch { throw .init(reason: "the \(part) is not one JSON object") }
    }
}
