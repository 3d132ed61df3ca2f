import Cryptography
import Foundation

/// A development issuer's key: what signs its tokens, and its name in the JWKS.
struct TokenSigningKey: ~Copyable {
    private let key: P256.PrivateKey
    private let kid: String

    private init(_ key: consuming P256.PrivateKey, kid: String) {
        self.key = key
        self.kid = kid
    }

    /// A fresh key; its name is its thumbprint.
    static func fresh() throws -> TokenSigningKey {
        let key = try P256.PrivateKey()
        let kid = try thumbprint(key.publicKey)
        return TokenSigningKey(key, kid: kid)
    }

    /// The key in a file; without `kid` its name is its thumbprint.
    static func read(_ path: String, kid: String?) throws -> TokenSigningKey {
        let pem = try SecretFile.read(path, what: "--key")
        guard let key = try? P256.PrivateKey(pem: pem) else {
            throw ConfigurationError("--key \(path) is not a P-256 private key in PEM.")
        }
        let name = try kid ?? thumbprint(key.publicKey)
        return TokenSigningKey(key, kid: name)
    }

    borrowing func pem() throws -> SecretBytes { try key.pem() }

    /// The public half alone in a key set (RFC 7517, section 5).
    borrowing func jwks() throws -> [UInt8] {
        let (x, y) = Self.coordinates(key.publicKey)
        let jwk = ["kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": kid, "x": x, "y": y]
        return try Self.json(["keys": [jwk]]) + [UInt8(ascii: "\n")]
    }

    /// A compact JWS (RFC 7515, section 7.1).
    borrowing func token(claims: DevelopmentClaims) throws -> [UInt8] {
        let header = try Self.json(["alg": "ES256", "typ": "JWT", "kid": kid])
        let input =
            Base64URL.encode(header) + [UInt8(ascii: ".")] + Base64URL.encode(try Self.json(claims.members))
        return input + [UInt8(ascii: ".")] + Base64URL.encode(try key.rawSignature(of: input))
    }

    /// RFC 7638, section 3: the SHA-256 of the members that are needed, in their order.
    private static func thumbprint(_ key: P256.PublicKey) throws -> String {
        let (x, y) = coordinates(key)
        let members = #"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#
        return text(Base64URL.encode(try SHA256.digest(Array(members.utf8))))
    }

    private static func coordinates(_ key: P256.PublicKey) -> (x: String, y: String) {
        let x = Base64URL.encode(Array(key.point[1...32]))
        return (text(x), text(Base64URL.encode(Array(key.point[33...64]))))
    }

    private static func json(_ value: Any) throws -> [UInt8] {
        [UInt8](
            try JSONSerialization.data(
                withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes]))
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// What a development token says.
struct DevelopmentClaims {
    let issuer: String
    let audience: String
    /// The name of the claim with the cardholder's id.
    let claim: String
    let cardholder: String
    /// Seconds since 1970.
    let issuedAt: Int64
    let lifetime: Int64

    var members: [String: Any] {
        [
            "iss": issuer, "aud": audience, "iat": issuedAt, "exp": issuedAt + lifetime, claim: cardholder,
        ]
    }
}
