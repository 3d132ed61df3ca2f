import Wallet

/// A one-time password of which every part can be wrong.
struct OneTimePassword {
    var header = #"{"alg":"ES256","kid":"k"}"#
    var claims: [String: String]
    var signer: SimulatedKey
    var derSignature = false
    var extra = ""

    init(card: String, nonce: [UInt8], now: Int64, signer: SimulatedKey) throws {
        self.signer = signer
        claims = [
            "jti": "\"1\"", "card": "\"\(card)\"", "iat": "\(now)", "exp": "\(now + 300)",
            "nonce_sha256": "\"\(Base64.encodeURL(try Digest.sha256.of(nonce)))\"",
        ]
    }

    func bytes() throws -> [UInt8] {
        let payload = "{" + claims.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
        let signed = Base64.encodeURL(Array(header.utf8)) + "." + Base64.encodeURL(Array(payload.utf8))
        let message = Array(signed.utf8)
        let signature = try derSignature ? signer.sign(message, .sha256) : signer.signRaw(message)
        return Array((signed + "." + Base64.encodeURL(signature) + extra).utf8)
    }
}
