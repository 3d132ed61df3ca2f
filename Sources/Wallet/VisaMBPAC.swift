internal import COpenSSL

/// Visa's activation data: `MBPAC-1-FK-<key set>--TDEA-<HEX>`, the hexadecimal being two-key 3DES-CBC.
enum VisaMBPAC {
    /// What was verified, in words.
    static func verify(
        _ activation: [UInt8], key: [UInt8], keySetID: String?, _ question: PaymentNetwork.Question
    ) throws(PaymentNetwork.Refusal) -> String {
        let text = String(decoding: activation, as: UTF8.self)
        guard let match = text.wholeMatch(of: /MBPAC-1-FK-([0-9A-Za-z.]+)--TDEA-([0-9A-F]+)/) else {
            throw .init(reason: "is not in the form MBPAC-1-FK-...--TDEA-HEX")
        }
        guard keySetID == nil || match.1 == keySetID! else {
            throw .init(reason: "names another key set than the fixtures")
        }
        guard let bytes = [UInt8](hexadecimal: match.2), bytes.count.isMultiple(of: 8) else {
            throw .init(reason: "the ciphertext is no whole number of 8-byte blocks")
        }
        let clear: [UInt8]
        do { clear = try decrypt(bytes, key: key) } catch {
            throw .init(reason: "cannot be decrypted with the key that the fixtures name")
        }
        return try verify(block: clear, question)
    }

    /// Two spaces, 4 random printable characters, the clear text's length in decimal, the clear text, `!` up to a
    /// multiple of 8.
    private static func verify(
        block: [UInt8], _ question: PaymentNetwork.Question
    ) throws(PaymentNetwork.Refusal) -> String {
        let random = block.dropFirst(2).prefix(4)
        guard block.starts(with: [0x20, 0x20]), random.count == 4,
            random.allSatisfy({ (0x21...0x7e).contains($0) })
        else {
            throw .init(reason: "does not begin with two spaces and 4 printable characters: a wrong key?")
        }
        let digits = block.dropFirst(6).prefix { (0x30...0x39).contains($0) }
        let rest = block.dropFirst(6 + digits.count)
        guard let length = Int(String(decoding: digits, as: UTF8.self)), length <= rest.count else {
            throw .init(reason: "the clear text's length is missing or too large")
        }
        let padding = rest.dropFirst(length)
        guard padding.count < 8, padding.allSatisfy({ $0 == UInt8(ascii: "!") }) else {
            throw .init(reason: "the padding is not less than 8 of '!'")
        }
        let text = String(decoding: rest.prefix(length), as: UTF8.self)
        guard let match = text.wholeMatch(of: /nonce=([0-9a-f]+);authcode=[A-Z0-9]{6}/) else {
            throw .init(reason: "the clear text is not nonce=...;authcode=......")
        }
        guard match.1 == question.nonce.hexadecimal else {
            throw .init(reason: "the nonce is not the phone's")
        }
        return "key set and nonce agree, an authcode of 6"
    }

    /// Two-key 3DES, CBC, IV of 8 zero bytes, no padding.
    private static func decrypt(_ ciphertext: [UInt8], key: [UInt8]) throws(WalletError) -> [UInt8] {
        guard key.count == 16 else { throw .malformed("a WSD key has 16 bytes") }
        let context = try unsafe check(EVP_CIPHER_CTX_new(), "EVP_CIPHER_CTX_new")
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        let iv = [UInt8](repeating: 0, count: 8)
        try unsafe check(EVP_DecryptInit_ex(context, EVP_des_ede_cbc(), nil, key, iv), "EVP_DecryptInit_ex")
        try unsafe check(EVP_CIPHER_CTX_set_padding(context, 0), "EVP_CIPHER_CTX_set_padding")
        var clear = [UInt8](repeating: 0, count: ciphertext.count + 8)
        var length: Int32 = 0
        try unsafe check(
            EVP_DecryptUpdate(context, &clear, &length, ciphertext, Int32(ciphertext.count)),
            "EVP_DecryptUpdate")
        return Array(clear.prefix(Int(length)))
    }
}
