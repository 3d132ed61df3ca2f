/// The KDF: K = SHA-256(00000001 || Z || 0D || "id-aes256-GCM" || "Apple" || ephemeral point).
extension Deviation.Kind {
    package static let x963Order = Self(
        "kdf.x963_order", "The KDF is ANSI X9.63: the counter stands after Z.",
        change:
            "Use NIST's concatenation KDF, counter || Z || info: OpenSSL SSKDF, not X963KDF; SecKey's X963 algorithms are not it either."
    )
    package static let counterMissing = Self(
        "kdf.counter_missing", "The KDF has no counter.", change: "Hash the four bytes 00 00 00 01 before Z.")
    package static let counterWrong = Self(
        "kdf.counter_wrong", "The KDF's counter is not 00 00 00 01.",
        change: "Begin at 1, as 32 bits, big endian.")
    package static let hkdf = Self(
        "kdf.hkdf", "The KDF is HKDF.",
        change: "Use the single-step KDF of NIST SP 800-56A (OpenSSL SSKDF), not HKDF.")
    package static let noKDF = Self(
        "kdf.none", "The content key is Z itself or its hash: there is no KDF.",
        change: "Derive it: SHA-256 over 00000001 || Z || 0D || id-aes256-GCM || Apple || ephemeral point.")
    package static let jose = Self(
        "kdf.jose", "The KDF is JOSE's ECDH-ES (RFC 7518): every field has a length and SuppPubInfo follows.",
        change:
            "Write OtherInfo by hand: only AlgorithmID has a length, of one byte, and nothing follows the point."
    )
    package static let secretPoint = Self(
        "kdf.z_point", "The whole shared point is hashed in place of Z.",
        change: "Z is the x coordinate alone, 32 bytes (OpenSSL EVP_PKEY_derive gives just that).")
    package static let secretHashed = Self(
        "kdf.z_hashed", "Z is hashed before the KDF.",
        change:
            "Give the KDF the raw x coordinate: some ECDH functions (libsecp256k1, .NET DeriveKeyFromHash) hash it unasked."
    )
    package static let secretText = Self(
        "kdf.z_text", "Z is hashed as hexadecimal or base64 text.", change: "Hash the 32 bytes of Z.")
    package static let secretLength = Self(
        "kdf.z_length", "Z is not 32 bytes: a leading zero was dropped or added.",
        change:
            "Pad Z to 32 bytes on the left; a big integer's own bytes (Java BigInteger.toByteArray) are not fixed in length."
    )
    package static let labelLengthMissing = Self(
        "kdf.label_length_missing", "AlgorithmID has no length byte.",
        change: "Put 0D before id-aes256-GCM: it has 13 characters.")
    package static let labelLengthFour = Self(
        "kdf.label_length_four", "AlgorithmID has a length of four bytes.",
        change: "The length is the one byte 0D, not 00 00 00 0D.")
    package static let labelWrong = Self(
        "kdf.label_wrong", "AlgorithmID is another text than id-aes256-GCM.",
        change: "Hash 0D and the ASCII characters id-aes256-GCM, in exactly these cases.")
    package static let labelMissing = Self(
        "kdf.label_missing", "AlgorithmID is missing.",
        change: "Hash 0D || id-aes256-GCM between Z and Apple.")
    package static let partyUMissing = Self(
        "kdf.party_u_missing", "PartyU is missing.",
        change: "Hash the five characters Apple after AlgorithmID.")
    package static let partyUWrong = Self(
        "kdf.party_u_wrong", "PartyU is not the five characters Apple.",
        change: "PartyU is Apple with a capital A, in ASCII, whoever the issuer is.")
    package static let partyULength = Self(
        "kdf.party_u_length", "PartyU has a length before it.",
        change: "Only AlgorithmID has a length; PartyU is the bare characters Apple.")
    package static let partyVLeaf = Self(
        "kdf.party_v_leaf_key", "PartyV is the leaf certificate's public key.",
        change: "PartyV is your own ephemeral public key, the same 65 bytes that are sent.")
    package static let partyVSPKI = Self(
        "kdf.party_v_spki", "PartyV is the ephemeral key as SubjectPublicKeyInfo.",
        change: "PartyV is the raw point, 65 bytes: the last 65 of the SubjectPublicKeyInfo.")
    package static let partyVHash = Self(
        "kdf.party_v_hash", "PartyV is a hash of a public key.",
        change: "PartyV is the raw ephemeral point; a hash is for payment tokens.")
    package static let partyVMerchant = Self(
        "kdf.party_v_merchant", "PartyV is the hash of a merchant identifier, as in payment tokens.",
        change: "PartyV is the raw ephemeral point: provisioning has no merchant.")
    package static let partyVNoPrefix = Self(
        "kdf.party_v_no_prefix", "PartyV lacks the 04 of the point.",
        change: "Hash all 65 bytes, with the 04.")
    package static let partyVCompressed = Self(
        "kdf.party_v_compressed", "PartyV is the compressed point or its x coordinate.",
        change: "Hash the uncompressed point of 65 bytes.")
    package static let partyVText = Self(
        "kdf.party_v_text", "PartyV is hexadecimal or base64 text.", change: "Hash the 65 bytes themselves.")
    package static let partyVLength = Self(
        "kdf.party_v_length", "PartyV has a length before it.",
        change: "Only AlgorithmID has a length; PartyV is the bare 65 bytes.")
    package static let partyVMissing = Self(
        "kdf.party_v_missing", "PartyV is missing.",
        change: "Hash the 65 bytes of the ephemeral point at the end.")
    package static let keyLength = Self(
        "kdf.supp_info", "SuppPubInfo (the key's length in bits) follows PartyV.",
        change: "Nothing follows the ephemeral point.")
    package static let sha1 = Self(
        "kdf.sha1", "The KDF hashes with SHA-1.", change: "Use SHA-256; one round is the whole key.")
    package static let sha2Long = Self(
        "kdf.sha512", "The KDF hashes with SHA-384 or SHA-512.",
        change: "Use SHA-256; one round is the whole key.")

    static let derivations = [
        x963Order, counterMissing, counterWrong, hkdf, noKDF, jose, secretPoint, secretHashed, secretText,
        secretLength, labelLengthMissing, labelLengthFour, labelWrong, labelMissing, partyUMissing,
        partyUWrong, partyULength, partyVLeaf, partyVSPKI, partyVHash, partyVMerchant, partyVNoPrefix,
        partyVCompressed, partyVText, partyVLength, partyVMissing, keyLength, sha1, sha2Long,
    ]
}
