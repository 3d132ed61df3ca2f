import Foundation
import Wallet

/// Bearer tokens as the fixtures say: compact JWS, ES256, good for an hour.
struct TokenMint {
    let issuer: String
    let audience: String
    let kid: String
    let key: SimulatedKey
    /// Seconds since 1970.
    let now: Int64

    func token(for cardholder: String) throws(WalletError) -> String {
        let header = part(["alg": "ES256", "kid": kid])
        let claims = part([
            "iss": issuer, "aud": audience, "sub": cardholder, "iat": now, "exp": now + 3600,
        ])
        let signed = header + "." + claims
        return try signed + "." + Base64.encodeURL(key.signRaw(Array(signed.utf8)))
    }

    private func part(_ members: [String: Any]) -> String {
        // Texts and numbers: nothing that JSON cannot write.
        Base64.encodeURL(Array(try! JSONSerialization.data(withJSONObject: members, options: .sortedKeys)))
    }
}
