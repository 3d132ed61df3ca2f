extension Deviation.Kind {
    package static let pointSPKI = Self(
        "ephemeral_key.spki", "{} is a SubjectPublicKeyInfo of 91 bytes.",
        change:
            "Send its last 65 bytes, the raw point (OpenSSL OSSL_PKEY_PARAM_PUB_KEY, not i2d_PUBKEY; CryptoKit x963Representation)."
    )
    package static let pointPEM = Self(
        "ephemeral_key.pem", "{} is a key in PEM.",
        change: "Send the raw point of 65 bytes, without BEGIN, END and the ASN.1 inside.")
    package static let pointCompressed = Self(
        "ephemeral_key.compressed", "{} is a compressed point of 33 bytes.",
        change: "Write the point uncompressed, 04 || X || Y (OpenSSL POINT_CONVERSION_UNCOMPRESSED).")
    package static let pointHybrid = Self(
        "ephemeral_key.hybrid", "{} is a hybrid point: it begins with 06 or 07.",
        change: "Write the point uncompressed, beginning with 04 (OpenSSL POINT_CONVERSION_UNCOMPRESSED).")
    package static let pointNoPrefix = Self(
        "ephemeral_key.no_prefix", "{} is 64 bytes: the 04 at the start is missing.",
        change: "Put the byte 04 before X and Y: 65 bytes.")
    package static let pointPadding = Self(
        "ephemeral_key.coordinates", "{} has coordinates that are not 32 bytes each.",
        change:
            "Pad X and Y to 32 bytes on the left (OpenSSL BN_bn2binpad; in Java not BigInteger.toByteArray alone)."
    )
    package static let pointIsRecipient = Self(
        "ephemeral_key.recipient", "{} is the certificate's own key.",
        change: "Send the public key that you made for this answer, not the one that you encrypted to.")
    package static let pointOffCurve = Self(
        "ephemeral_key.not_on_curve", "{} is no point on P-256.",
        change: "Make the key pair on prime256v1 (secp256r1) and send its 65 bytes unchanged.")
    package static let pointReused = Self(
        "ephemeral_key.reused", "{} is the same as in another answer.",
        change:
            "Make a fresh key pair for every answer: the IV is constant, so one key used twice gives both passes away."
    )

    static let ephemeralKeys = [
        pointSPKI, pointPEM, pointCompressed, pointHybrid, pointNoPrefix, pointPadding, pointIsRecipient,
        pointOffCurve, pointReused,
    ]

    package static let toIntermediate = Self(
        "recipient.intermediate", "{} is encrypted to the intermediate certificate's key.",
        change:
            "Encrypt to the leaf's key: PassKit's first certificate, the one with extension 1.2.840.113635.100.6.39."
    )
    package static let nothingOpens = Self(
        "recipient.nothing_opens", "{} does not open with the leaf's key in any known way.",
        change:
            "See that ECDH takes the leaf's public key of this very request and the private key of the point that is sent."
    )

    static let recipients = [toIntermediate, nothingOpens]
}
