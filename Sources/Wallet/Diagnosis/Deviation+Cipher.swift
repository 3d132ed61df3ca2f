extension Deviation.Kind {
    package static let aes128 = Self(
        "cipher.aes128", "The cipher is AES-128.",
        change: "Use AES-256-GCM with all 32 bytes of the derived key.")
    package static let iv16 = Self(
        "cipher.iv16", "The IV is 16 zero bytes, as in payment tokens.",
        change: "Use 12 zero bytes (OpenSSL: leave EVP_CTRL_AEAD_SET_IVLEN alone).")
    package static let ivSent = Self(
        "cipher.iv_sent", "An IV of its own is sent with the ciphertext.",
        change:
            "Use 12 zero bytes and send ciphertext || tag alone; some libraries (Go Seal(nonce, ...), CryptoKit combined) put the IV before it."
    )
    package static let ivOther = Self(
        "cipher.iv_other", "The IV is not zero, and is not sent.",
        change: "Use 12 zero bytes: Apple knows no other IV.")
    package static let aad = Self(
        "cipher.aad", "The tag covers additional authenticated data.", change: "Give AES-GCM no AAD.")
    package static let tagMissing = Self(
        "cipher.tag_missing", "The tag is missing.",
        change:
            "Append the 16 bytes of the tag to the ciphertext (OpenSSL EVP_CTRL_AEAD_GET_TAG after EncryptFinal; Node getAuthTag)."
    )
    package static let tagFirst = Self(
        "cipher.tag_first", "The tag stands before the ciphertext.",
        change:
            "Send ciphertext || tag: OpenSSL gives the tag apart (EVP_CTRL_AEAD_GET_TAG), and it goes to the end."
    )
    package static let tagShort = Self(
        "cipher.tag_short", "The tag is shorter than 16 bytes.",
        change: "Send the whole tag: 16 bytes, 128 bits.")
    package static let tagWrong = Self(
        "cipher.tag_wrong", "The ciphertext opens, and its last 16 bytes are not its tag.",
        change: "Take the tag of this very encryption, after the last byte, and use no AAD.")

    static let ciphers = [aes128, iv16, ivSent, ivOther, aad, tagMissing, tagFirst, tagShort, tagWrong]
}
