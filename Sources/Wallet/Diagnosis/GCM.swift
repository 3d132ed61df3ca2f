internal import COpenSSL

/// AES-GCM in every way in which a server can use it: 16 or 32 bytes of key, any IV, any length of tag.
enum GCM {
    /// The clear text, and whether `tag` is the right one. Without a tag nothing is said for it.
    static func open(
        _ ciphertext: some Collection<UInt8>, key: [UInt8], iv: [UInt8], tag: [UInt8] = [], aad: [UInt8] = []
    ) throws(WalletError) -> (clear: [UInt8], agrees: Bool) {
        let context = try unsafe check(EVP_CIPHER_CTX_new(), "EVP_CIPHER_CTX_new")
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        let cipher = unsafe key.count == 16 ? EVP_aes_128_gcm() : EVP_aes_256_gcm()
        try unsafe check(EVP_DecryptInit_ex(context, cipher, nil, nil, nil), "EVP_DecryptInit_ex")
        try unsafe check(
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(iv.count), nil), "EVP_CIPHER_CTX_ctrl"
        )
        try unsafe check(EVP_DecryptInit_ex(context, nil, nil, key, iv), "EVP_DecryptInit_ex")
        var (length, rest) = (Int32(0), Int32(0))
        if !aad.isEmpty {
            try unsafe check(
                EVP_DecryptUpdate(context, nil, &length, aad, Int32(aad.count)), "EVP_DecryptUpdate")
        }
        let bytes = Array(ciphertext)
        var clear = [UInt8](repeating: 0, count: bytes.count + 16)
        try unsafe check(
            EVP_DecryptUpdate(context, &clear, &length, bytes, Int32(bytes.count)), "EVP_DecryptUpdate")
        let text = Array(clear.prefix(bytes.count))
        guard !tag.isEmpty else { return (text, false) }
        var expected = tag
        try unsafe check(
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &expected),
            "EVP_CIPHER_CTX_ctrl")
        let agrees = unsafe EVP_DecryptFinal_ex(context, &clear, &rest) == 1
        ERR_clear_error()
        return (text, agrees)
    }

    /// The IV of 12 bytes under which `block` (16 bytes) is the first block of what begins with `start`; nil where
    /// there is none: then the key is another.
    static func iv(of block: some Collection<UInt8>, start: [UInt8], key: [UInt8]) throws(WalletError)
        -> [UInt8]?
    {
        let context = try unsafe check(EVP_CIPHER_CTX_new(), "EVP_CIPHER_CTX_new")
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        let cipher = unsafe key.count == 16 ? EVP_aes_128_ecb() : EVP_aes_256_ecb()
        try unsafe check(EVP_DecryptInit_ex(context, cipher, nil, key, nil), "EVP_DecryptInit_ex")
        try unsafe check(EVP_CIPHER_CTX_set_padding(context, 0), "EVP_CIPHER_CTX_set_padding")
        let keystream = zip(block, start).map { $0 ^ $1 }
        var counter = [UInt8](repeating: 0, count: 32)
        var length: Int32 = 0
        try unsafe check(EVP_DecryptUpdate(context, &counter, &length, keystream, 16), "EVP_DecryptUpdate")
        // J0 is IV || 1, so the first block of the text is under IV || 2: NIST SP 800-38D, 7.1.
        return counter[12..<16] == [0, 0, 0, 2] ? Array(counter.prefix(12)) : nil
    }
}
