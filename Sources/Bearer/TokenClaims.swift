internal import JSON

/// What a verified token says (RFC 7519, section 4.1), each claim of its type and in its limits.
struct TokenClaims {
    let issuer: JSON.Text
    let audiences: [JSON.Text]
    /// Times in whole seconds since 1970, from 0 to the end of the year 9999.
    let expiry: Int64
    let issuedAt: Int64
    let notBefore: Int64?
    let cardholder: CardholderClaim

    /// Parses a payload; `cardholderClaim` names the claim whose text is the cardholder's id.
    init(_ payload: [UInt8], cardholderClaim: String) throws(TokenError) {
        let claims: JSON.Object
        do throws(JSONError) { claims = try JSON.parse(payload) } catch { throw .claims }
        guard let issuer = claims["iss"]?.text, let audiences = Self.texts(claims["aud"]),
            let cardholder = claims[cardholderClaim]?.text?.string(atMost: 128), !cardholder.isEmpty,
            !ClearPAN.stands(in: cardholder.utf8)
        else { throw .claims }
        self.issuer = issuer
        self.audiences = audiences
        self.cardholder = CardholderClaim(id: cardholder)
        expiry = try Self.time(claims["exp"])
        issuedAt = try Self.time(claims["iat"])
        notBefore = try claims["nbf"].map { (value) throws(TokenError) in try Self.time(value) }
    }

    /// A text, or a list of texts with at least one; null for anything else.
    private static func texts(_ value: JSON.Value?) -> [JSON.Text]? {
        if let text = value?.text { return [text] }
        guard let values = value?.list?.values, !values.isEmpty else { return nil }
        let texts = values.compactMap(\.text)
        return texts.count == values.count ? texts : nil
    }

    /// RFC 7519 allows fractions of a second; no issuer needs them and whole seconds compare exactly.
    private static func time(_ value: JSON.Value?) throws(TokenError) -> Int64 {
        guard let seconds = value?.integer, (0...253_402_300_799).contains(seconds) else { throw .claims }
        return seconds
    }
}

/// The cardholder who calls: the text of the token's claim, 1-128 bytes, which *is* the cardholder's id. No number
/// like a PAN is one.
package struct CardholderClaim: Sendable {
    package let id: String
}
