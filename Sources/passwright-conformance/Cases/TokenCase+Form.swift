import Wallet

// A token's signature and its three parts: RFC 7515, 7.1, and RFC 7518, 3.4.
extension TokenCase {
    static let signature: [TokenCase] = [
        refused(273, .tokenSignature, "A token signed by another key is refused.") { forge in
            let kind: SimulatedKey.Kind = forge.algorithm == .es256 ? .p256 : .rsa(bits: 2048)
            return try forge.token(by: SimulatedKey(kind))
        },
        signed(274, "whose signature has a bit changed") { signature in
            var signature = signature
            signature[signature.count - 1] ^= 1
            return signature
        },
        signed(275, "whose signature is all zeros") { [UInt8](repeating: 0, count: $0.count) },
        signed(276, "whose signature is r and s in DER", needs: .es256) { try ECDSASignature(raw: $0).der },
        signed(277, "whose signature lacks its last byte") { $0.dropLast() },
        signed(278, "whose signature has a byte more") { $0 + [0] },
        signed(279, "without a signature") { _ in [] },
        refused(280, .tokenSignature, "A token whose claims were changed after it was signed is refused.") {
            forge in
            var other = forge.honest
            other.claims.add("admin", "true")
            let parts = try forge.token().split(separator: ".")
            return "\(parts[0]).\(Base64.encodeURL(Array(other.claims.json.utf8))).\(parts[2])"
        },
    ]

    private static func signed(
        _ number: Int, _ what: String, needs: Need = .anyKey,
        _ change: @escaping @Sendable ([UInt8]) throws -> [UInt8]
    ) -> TokenCase {
        refused(number, .tokenSignature, "A token \(what) is refused.", needs: needs) { forge in
            try forge.token { try change(forge.sign($0, by: forge.key)) }
        }
    }

    static let form: [TokenCase] = [
        changed(281, "with padding at its end") { $0 + "==" },
        changed(282, "with an escaped line break at its end") { $0 + "%0A" },
        changed(283, "with a dot at its end") { $0 + "." },
        changed(284, "with a dot before it") { "." + $0 },
        changed(285, "with two dots in a row") { token in
            let parts = token.split(separator: ".")
            return "\(parts[0])..\(parts[1]).\(parts[2])"
        },
        changed(286, "of two parts") { $0.split(separator: ".").prefix(2).joined(separator: ".") },
        changed(287, "of five parts, as an encrypted one has,") { $0 + ".AAAA.AAAA" },
        refused(289, .tokenForm, "A token whose signature ends in a stray bit is refused.") { forge in
            let token = try forge.token()
            // What is left over of the last character says nothing, and must be zero.
            let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
            let last = alphabet.firstIndex(of: token.last!)!
            return token.dropLast() + String(alphabet[last | 1])
        },
        refused(
            290, .tokenForm,
            "A token that is signed over a signed token, and says nothing itself, is refused."
        ) {
            forge in
            let inner = try forge.token()
            let input = [forge.honest.header.json, inner].map { Base64.encodeURL(Array($0.utf8)) }
                .joined(separator: ".")
            return try input + "." + Base64.encodeURL(forge.sign(Array(input.utf8), by: forge.key))
        },
        accepted(152, .tokenLength, "A token of 4096 bytes, the most there may be, is accepted.") {
            try $0.token(ofSize: 4096)
        },
        refused(291, .tokenLength, "A token of 4097 bytes, one too many, is refused.") {
            try $0.token(ofSize: 4097)
        },
    ]

    private static func changed(
        _ number: Int, _ what: String, _ change: @escaping @Sendable (String) -> String
    ) -> TokenCase {
        refused(number, .tokenForm, "A token \(what) is refused.") { try change($0.token()) }
    }
}

extension TokenForge {
    /// A token of exactly this many bytes: a member that is not known fills header and claims up.
    func token(ofSize size: Int) throws -> String {
        for padding in 0..<3 {
            let header = String(repeating: "a", count: padding).json
            var claims = 0
            while true {
                let token = try token {
                    $0.header.add("x", header)
                    $0.claims.add("x", String(repeating: "a", count: claims).json)
                }
                let missing = size - token.utf8.count
                if missing == 0 { return token }
                guard missing > 0 else { break }
                claims += max(1, missing * 3 / 4 - 1)
            }
        }
        throw WalletError.malformed("a token has no such size")
    }
}
