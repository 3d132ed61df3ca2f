extension Deviation.Kind {
    package static let activationUnknown = Self(
        "activation.unknown", "{} is no MBPAC, no TAV and no compact JWS.",
        change: "Send the network's own bytes in base64, once, as the card's program asks for.")
    package static let activationForeign = Self(
        "activation.other_network", "{} is another network's than the card's.",
        change: "Choose the provider by the card's program.")

    package static let mbpacForm = Self(
        "activation.mbpac_form", "The MBPAC is not MBPAC-1-FK-<key set>--TDEA-<HEX>.",
        change: "Mind the two dashes before TDEA and put nothing after the hexadecimal, no line break either."
    )
    package static let mbpacHexCase = Self(
        "activation.mbpac_hex_case", "The MBPAC's hexadecimal is not upper-case.",
        change: "Write it in upper case.")
    package static let mbpacKeySet = Self(
        "activation.mbpac_key_set", "The MBPAC names another key set.",
        change: "Name the key set of the WSD key that it was encrypted with.")
    package static let mbpacBlocks = Self(
        "activation.mbpac_blocks", "The MBPAC's ciphertext is no whole number of 8-byte blocks.",
        change: "Fill the block with ! to a multiple of 8 before encrypting, and cut nothing off.")
    package static let mbpacKey = Self(
        "activation.mbpac_key", "The MBPAC does not decrypt with the WSD key.",
        change:
            "Use the key set's WSD key as two-key TDEA (OpenSSL EVP_des_ede_cbc with 16 bytes), IV of zeros.")
    package static let mbpacMode = Self(
        "activation.mbpac_mode", "The MBPAC is encrypted in ECB.",
        change: "Use CBC with an IV of 8 zero bytes (EVP_des_ede_cbc).")
    package static let mbpacStart = Self(
        "activation.mbpac_start",
        "The MBPAC's block does not begin with two spaces and 4 random printable characters.",
        change: "Write two spaces, 4 characters from ! to ~, then the length and the clear text.")
    package static let mbpacLength = Self(
        "activation.mbpac_length", "The MBPAC's length is missing or larger than what follows.",
        change: "Write the clear text's length in decimal digits after the 4 random characters.")
    package static let mbpacPadding = Self(
        "activation.mbpac_padding", "The MBPAC's padding is not the fewest ! that fill 8 bytes.",
        change: "Fill with ! to the next multiple of 8, seven at most, and count none of them in the length.")
    package static let mbpacText = Self(
        "activation.mbpac_text", "The MBPAC's clear text is not nonce=<hex>;authcode=<6>.",
        change: "Write nonce=, the nonce in hexadecimal, ;authcode=, and 6 of A-Z and 0-9.")
    package static let mbpacAuthcode = Self(
        "activation.mbpac_authcode", "The MBPAC's authcode is not 6 of A-Z and 0-9.",
        change: "Draw 6 characters of A-Z and 0-9.")
    package static let mbpacNonceCase = Self(
        "activation.mbpac_nonce_case", "The MBPAC's nonce is upper-case.", change: "Write it in lower case.")
    package static let mbpacNonce = Self(
        "activation.mbpac_nonce", "The MBPAC's nonce is not the phone's.",
        change: "Put this request's nonce there, as hexadecimal of its decoded bytes.")

    static let mbpacs = [
        mbpacForm, mbpacHexCase, mbpacKeySet, mbpacBlocks, mbpacKey, mbpacMode, mbpacStart, mbpacLength,
        mbpacPadding, mbpacText, mbpacAuthcode, mbpacNonceCase, mbpacNonce,
    ]

    package static let tavLong = Self(
        "activation.tav_too_long", "The TAV is longer than 2048 characters of base64.",
        change: "Leave out what the version does not ask for, white space too.")
    package static let tavJSON = Self(
        "activation.tav_json", "The TAV is not one flat JSON object.",
        change: "Send the JSON text's own UTF-8 bytes, strings only.")
    package static let tavVersion = Self(
        "activation.tav_version", "The TAV's version is neither \"3\" nor \"4\".",
        change: "Write \"version\":\"3\" or \"4\", a string.")
    package static let tavMembers = Self(
        "activation.tav_members", "The TAV has not exactly its version's members.",
        change: "Version 3 has five members; version 4 has keyAlias as well.")
    package static let tavAlgorithm = Self(
        "activation.tav_algorithm", "signatureAlgorithm is not RSA-SHA256.",
        change: "Write RSA-SHA256 and sign so.")
    package static let tavOrder = Self(
        "activation.tav_order", "includedFieldsInOrder is not the version's.",
        change: "Version 3 has the time last, version 4 has it first.")
    package static let tavTime = Self(
        "activation.tav_time", "dataValidUntilTimestamp is no RFC 3339 time.",
        change: "Write it like 2030-12-31T23:59:59Z.")
    package static let tavExpired = Self(
        "activation.tav_expired", "The TAV has expired.",
        change: "Make it for each request, 30 minutes ahead; see the server's clock.")
    package static let tavValidity = Self(
        "activation.tav_validity", "The TAV is valid for more than 30 days.", change: "30 minutes are enough."
    )
    package static let tavSignatureForm = Self(
        "activation.tav_signature_form", "The TAV's signature is not standard, padded base64.",
        change: "Base64 the signature's raw bytes.")
    package static let tavSignedOrder = Self(
        "activation.tav_signed_order", "The TAV is signed over its fields in another order.",
        change: "Sign in the order that includedFieldsInOrder names.")
    package static let tavSignedExpiry = Self(
        "activation.tav_signed_expiry", "The TAV is signed over an expiry that is not MMYY.",
        change: "Sign four digits: month, then year, no slash.")
    package static let tavSignedJoin = Self(
        "activation.tav_signed_join", "The TAV is signed over fields that are not joined by |.",
        change: "Put one | between the values and none at the ends.")
    package static let tavSignedDigest = Self(
        "activation.tav_signed_digest", "The TAV is signed over another digest than SHA-256.",
        change: "Sign with SHA-256, as RSA-SHA256 says.")
    package static let tavSignature = Self(
        "activation.tav_signature", "The TAV's signature does not verify.",
        change:
            "Sign this card's PAN, MMYY and the time as printed with RSASSA-PKCS1-v1_5 (not PSS) and the registered key."
    )

    static let tavs = [
        tavLong, tavJSON, tavVersion, tavMembers, tavAlgorithm, tavOrder, tavTime, tavExpired, tavValidity,
        tavSignatureForm, tavSignedOrder, tavSignedExpiry, tavSignedJoin, tavSignedDigest, tavSignature,
    ]

    package static let otpForm = Self(
        "activation.otp_form", "The one-time password is no compact JWS of two JSON objects.",
        change: "Send header.payload.signature, each base64url without padding.")
    package static let otpAlgorithm = Self(
        "activation.otp_algorithm", "The one-time password's alg is not ES256.", change: "Sign with ES256.")
    package static let otpCritical = Self(
        "activation.otp_critical", "The one-time password has crit in its header.", change: "Leave crit out.")
    package static let otpSignatureDER = Self(
        "activation.otp_signature_der", "The one-time password's signature is DER.",
        change: "A JWS takes r || s, 64 bytes (RFC 7518, 3.4): convert what OpenSSL gives.")
    package static let otpSignature = Self(
        "activation.otp_signature", "The one-time password's signature does not verify.",
        change: "Sign header.payload as sent with the issuer's registered key.")
    package static let otpClaims = Self(
        "activation.otp_claims", "The one-time password lacks jti, iat or exp.",
        change: "Add jti as text, iat and exp as whole seconds.")
    package static let otpCard = Self(
        "activation.otp_card", "The one-time password is for another card.",
        change: "Put this card's id into card.")
    package static let otpIssued = Self(
        "activation.otp_issued", "The one-time password was issued in the future.",
        change: "See the server's clock.")
    package static let otpExpired = Self(
        "activation.otp_expired", "The one-time password has expired.", change: "Make it for each request.")
    package static let otpValidity = Self(
        "activation.otp_validity", "The one-time password is valid for longer than a day.",
        change: "Let exp be minutes after iat.")
    package static let otpNonce = Self(
        "activation.otp_nonce", "The one-time password is for another nonce.",
        change: "nonce_sha256 is base64url of SHA-256 over the nonce's raw bytes.")

    static let otps = [
        otpForm, otpAlgorithm, otpCritical, otpSignatureDER, otpSignature, otpClaims, otpCard, otpIssued,
        otpExpired, otpValidity, otpNonce,
    ]

    static let activations = [activationUnknown, activationForeign] + mbpacs + tavs + otps
}
