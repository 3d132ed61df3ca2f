import Bearer
import Cryptography
import JSON

/// A token issuer of the tests: one fresh ES256 key, and tokens that can be wrong in any way.
final class Issuer: Sendable {
    static let now: Int64 = 1_780_000_000
    static let name = "https://issuer.example"
    static let audience = "passwright"

    let kid: String
    private let key: P256.PrivateKey

    init(kid: String = "one") throws {
        self.kid = kid
        key = try P256.PrivateKey()
    }

    /// The public half as a member of a JWKS, with `more` members in JSON.
    func jwk(more: String = #","alg":"ES256","use":"sig""#) -> String {
        let point = key.publicKey.point
        let x = Self.base64URL(Array(point[1...32]))
        let y = Self.base64URL(Array(point[33...64]))
        return #"{"kty":"EC","crv":"P-256","kid":"\#(kid)","x":"\#(x)","y":"\#(y)"\#(more)}"#
    }

    /// A token of this header and these claims, each written as JSON, signed by this key.
    func token(header: String? = nil, claims: String = Issuer.claims()) throws -> String {
        try token(headerBytes: Array((header ?? self.header).utf8), payload: Array(claims.utf8))
    }

    func token(headerBytes: [UInt8], payload: [UInt8]) throws -> String {
        try signed(Self.base64URL(headerBytes) + "." + Self.base64URL(payload))
    }

    /// `input` and its signature.
    func signed(_ input: String) throws -> String {
        input + "." + Self.base64URL(try key.rawSignature(of: Array(input.utf8)))
    }

    var header: String { #"{"alg":"ES256","typ":"JWT","kid":"\#(kid)"}"# }

    /// Good claims; a value is JSON, and null leaves the claim out.
    static func claims(
        iss: String? = "\"\(Issuer.name)\"", aud: String? = "\"\(Issuer.audience)\"",
        iat: String? = "\(Issuer.now)", exp: String? = "\(Issuer.now + 300)", nbf: String? = nil,
        sub: String? = #""alice""#
    ) -> String {
        let pairs = [
            ("iss", iss), ("aud", aud), ("iat", iat), ("exp", exp), ("nbf", nbf), ("sub", sub),
        ]
        let members = pairs.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
        return "{" + members.joined(separator: ",") + "}"
    }

    static func base64URL(_ bytes: [UInt8]) -> String {
        String(decoding: Base64URL.encode(bytes), as: UTF8.self)
    }
}

/// A verifier with the keys of these issuers.
func verifier(_ issuers: Issuer..., cardholderClaim: String = "sub") throws -> TokenVerifier {
    let jwks = #"{"keys":["# + issuers.map { $0.jwk() }.joined(separator: ",") + "]}"
    return TokenVerifier(
        keys: try KeySet(jwks: Array(jwks.utf8)), issuer: Issuer.name, audience: Issuer.audience,
        cardholderClaim: cardholderClaim)
}

extension TokenVerifier {
    /// Why `token` is refused after `Bearer `; null where it is accepted.
    func refusal(_ token: String, now: Int64 = Issuer.now) -> TokenError? {
        refusal(authorization: "Bearer " + token, now: now)
    }

    func refusal(authorization: String?, now: Int64 = Issuer.now) -> TokenError? {
        do throws(TokenError) {
            _ = try verify(authorization: authorization.map { Array($0.utf8) }, now: now)
            return nil
        } catch {
            return error
        }
    }
}
