internal import COpenSSL

/// Visa's activation data: `MBPAC-1-FK-<key set>--TDEA-<HEX>`, the hexadecimal being two-key 3DES-CBC.
enum VisaMBPAC {
    static func inspect(
        _ activation: [UInt8], key: [UInt8], keySetID: String?, _ question: PaymentNetwork.Question
    ) -> Inspection {
        var found = Inspection()
        let text = String(decoding: activation, as: UTF8.self)
        guard let match = text.wholeMatch(of: /MBPAC-1-FK-([0-9A-Za-z.]+)--TDEA-([0-9A-Fa-f]+)/) else {
            found.refuse(.mbpacForm, "is not in the form MBPAC-1-FK-...--TDEA-HEX")
            return found
        }
        found.demand(
            match.2 == match.2.uppercased(), .mbpacHexCase,
            "is not in the form MBPAC-1-FK-...--TDEA-HEX: the hexadecimal is not upper-case")
        found.demand(
            keySetID == nil || match.1 == keySetID!, .mbpacKeySet, "names another key set than the fixtures")
        guard let bytes = [UInt8](hexadecimal: match.2), bytes.count.isMultiple(of: 8) else {
            found.refuse(.mbpacBlocks, "the ciphertext is no whole number of 8-byte blocks")
            return found
        }
        let clear: [UInt8]
        do {
            clear = try decrypt(bytes, key: key, chained: true)
            if !isPrintable(clear.dropFirst(8)),
                try isPrintable(decrypt(bytes, key: key, chained: false)[...])
            {
                found.refuse(.mbpacMode, "is encrypted in ECB, and should be in CBC")
                return found
            }
        } catch {
            found.refuse(.mbpacKey, "cannot be decrypted with the key that the fixtures name")
            return found
        }
        inspect(block: clear, question, &found)
        found.words = "key set and nonce agree, an authcode of 6"
        return found
    }

    /// Two spaces, 4 random printable characters, the clear text's length in decimal, the clear text, `!` up to a
    /// multiple of 8.
    private static func inspect(
        block: [UInt8], _ question: PaymentNetwork.Question, _ found: inout Inspection
    ) {
        let random = block.dropFirst(2).prefix(4)
        guard block.starts(with: [0x20, 0x20]), random.count == 4,
            random.allSatisfy({ (0x21...0x7e).contains($0) })
        else {
            found.refuse(
                isPrintable(block[...]) ? .mbpacStart : .mbpacKey,
                "does not begin with two spaces and 4 printable characters: a wrong key?")
            return
        }
        let digits = block.dropFirst(6).prefix { (0x30...0x39).contains($0) }
        let rest = block.dropFirst(6 + digits.count)
        guard let length = Int(String(decoding: digits, as: UTF8.self)), length <= rest.count else {
            found.refuse(.mbpacLength, "the clear text's length is missing or too large")
            return
        }
        let padding = rest.dropFirst(length)
        found.demand(
            padding.count < 8 && padding.allSatisfy { $0 == UInt8(ascii: "!") }, .mbpacPadding,
            "the padding is not less than 8 of '!'")
        inspect(text: String(decoding: rest.prefix(length), as: UTF8.self), question, &found)
    }

    private static func inspect(
        text: String, _ question: PaymentNetwork.Question, _ found: inout Inspection
    ) {
        let wrong = "the clear text is not nonce=...;authcode=......"
        guard let match = text.wholeMatch(of: /nonce=([^;]*);authcode=(.*)/) else {
            // After a wrong length or padding the clear text is cut in the wrong place: once said is enough.
            if found.isGood { found.refuse(.mbpacText, wrong) }
            return
        }
        guard found.isGood || match.2.count == 6 else { return }
        found.demand(match.2.wholeMatch(of: /[A-Z0-9]{6}/) != nil, .mbpacAuthcode, wrong)
        if match.1 != match.1.lowercased() {
            found.refuse(.mbpacNonceCase, wrong)
        }
        found.demand(
            match.1.lowercased() == question.nonce.hexadecimal, .mbpacNonce, "the nonce is not the phone's")
    }

    private static func isPrintable(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { (0x20...0x7e).contains($0) }
    }

    /// Two-key 3DES, no padding: CBC with an IV of 8 zero bytes, or ECB.
    private static func decrypt(
        _ ciphertext: [UInt8], key: [UInt8], chained: Bool
    ) throws(WalletError) -> [UInt8] {
        guard key.count == 16 else { throw .malformed("a WSD key has 16 bytes") }
        let context = try unsafe check(EVP_CIPHER_CTX_new(), "EVP_CIPHER_CTX_new")
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        let iv = [UInt8](repeating: 0, count: 8)
        let cipher = unsafe chained ? EVP_des_ede_cbc() : EVP_des_ede_ecb()
        try unsafe check(EVP_DecryptInit_ex(context, cipher, nil, key, iv), "EVP_DecryptInit_ex")
        try unsafe check(EVP_CIPHER_CTX_set_padding(context, 0), "EVP_CIPHER_CTX_set_padding")
        var clear = [UInt8](repeating: 0, count: ciphertext.count + 8)
        var length: Int32 = 0
        try unsafe check(
            EVP_DecryptUpdate(context, &clear, &length, ciphertext, Int32(ciphertext.count)),
            "EVP_DecryptUpdate")
        return Array(clear.prefix(Int(length)))
    }
}
