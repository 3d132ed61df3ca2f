internal import Cryptography
internal import FoundationEssentials

/// The issuer's own activation data: a one-time password in a compact JWS, ES256 (RFC 7515, RFC 7518 3.4).
///
/// Claims: `jti`, the attempt's id, so that one password leads to one attempt; `card`; `iat` and `exp`; and
/// `nonce_sha256`, the SHA-256 of the nonce in base64url, which binds the password to one PassKit flow.
struct IssuerOTP {
    let attempt: UUID
    let card: UUID
    let nonce: [UInt8]
    let issuedAt: UnixTime

    /// As long as networks' activation data lives. PassKit uses it within a minute.
    static let lifetime: Int64 = 30 * 60

    /// `header.claims.signature`, ASCII.
    func signed(with key: IssuerOTPKey) throws(CryptographyError) -> [UInt8] {
        let header =
            Array(#"{"alg":"ES256","kid":""#.utf8) + key.identifier + Array(#"","typ":"JWT"}"#.utf8)
        let dot = [UInt8(ascii: ".")]
        let input = Base64URL.encode(header) + dot + Base64URL.encode(try claims())
        return input + dot + Base64URL.encode(try key.privateKey.rawSignature(of: input))
    }

    private func claims() throws(CryptographyError) -> [UInt8] {
        let issued = issuedAt.seconds
        let head = """
            {"jti":"\(attempt.lowercased)","card":"\(card.lowercased)",\
            "iat":\(issued),"exp":\(issued + Self.lifetime),"nonce_sha256":"
            """
        return Array(head.utf8) + Base64URL.encode(try SHA256.digest(nonce)) + Array(#""}"#.utf8)
    }
}

extension UUID {
    /// In lower case, without a text in upper case on the way.
    fileprivate var lowercased: String {
        var text = unsafe withUnsafeBytes(of: uuid) { unsafe Hex.encode(Array($0)) }
        for place in [20, 16, 12, 8] { text.insert(UInt8(ascii: "-"), at: place) }
        return String(decoding: text, as: UTF8.self)
    }
}

/// The issuer's key for one-time passwords.
final class IssuerOTPKey: Sendable {
    let privateKey: P256.PrivateKey
    /// The thumbprint of the public key as a JWK (RFC 7638), ASCII: what a verifier selects the key by, and
    /// different after a rotation though the name in the database is the same.
    let identifier: [UInt8]

    init(_ key: consuming P256.PrivateKey) throws(CryptographyError) {
        let point = key.publicKey.point
        let jwk =
            Array(#"{"crv":"P-256","kty":"EC","x":""#.utf8) + Base64URL.encode(Array(point[1...32]))
            + Array(#"","y":""#.utf8) + Base64URL.encode(Array(point[33...64])) + Array(#""}"#.utf8)
        identifier = Base64URL.encode(try SHA256.digest(jwk))
        privateKey = key
    }
}
