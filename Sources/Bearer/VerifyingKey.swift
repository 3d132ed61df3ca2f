internal import Cryptography
internal import JSON

/// What a token may be signed with (RFC 7518, section 3.1).
enum SignatureAlgorithm: String, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// ECDSA with P-256 and SHA-256.
    case es256 = "ES256"

    /// The algorithm with exactly this name; null for any other, `none` and `HS256` among them.
    init?(_ text: JSON.Text) {
        guard let algorithm = Self.allCases.first(where: { text.equals($0.rawValue) }) else { return nil }
        self = algorithm
    }
}

/// A public key and the one algorithm that it is for.
enum VerifyingKey: Sendable {
    case rsa(RSAPublicKey)
    case p256(P256.PublicKey)

    var algorithm: SignatureAlgorithm {
        switch self {
        case .rsa: .rs256
        case .p256: .es256
        }
    }

    /// Whether `signature`, in the form of a JWS, is this key's over `message`.
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        switch self {
        case .rsa(let key): key.verifiesPKCS1(signature, of: message)
        case .p256(let key): key.verifies(.raw(signature), of: message)
        }
    }
}
