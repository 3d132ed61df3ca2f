/// The clear text: JSON with primaryAccountNumber, expiration, name, nonce, nonceSignature.
extension Deviation.Kind {
    package static let payloadBOM = Self(
        "payload.bom", "The payload begins with a byte order mark.", change: "Write UTF-8 without EF BB BF.")
    package static let payloadEncoding = Self(
        "payload.not_utf8", "The payload is not UTF-8.",
        change: "Encode the JSON in UTF-8, not UTF-16 or Latin-1.")
    package static let payloadText = Self(
        "payload.encoded", "The payload is JSON inside a JSON string, base64 or hexadecimal.",
        change: "Encrypt the UTF-8 bytes of the JSON object themselves.")
    package static let payloadTrailing = Self(
        "payload.trailing", "There is something after the payload's last brace.",
        change: "Add no padding and no NUL: GCM takes any length.")
    package static let payloadNotJSON = Self(
        "payload.not_json", "The payload is not a JSON object.",
        change: "Encrypt one JSON object with the five members.")
    package static let payloadLoose = Self(
        "payload.loose_json", "The payload is not JSON to the letter of RFC 8259, or has nested values.",
        change: "Write a flat object: no name twice, no trailing comma, no list, no object inside.")
    package static let fieldMissing = Self(
        "payload.field_missing", "{} is missing in the payload.", change: "Add {} to the payload.")
    package static let fieldName = Self(
        "payload.field_name", "{} has another name in the payload.",
        change: "Name it {}, in exactly these cases.")
    package static let fieldNotText = Self(
        "payload.field_not_text", "{} is no JSON string in the payload.", change: "Write {} in quotes.")
    package static let fieldsExtra = Self(
        "payload.fields_extra", "The payload has members that configuration 1 does not have.",
        change:
            "Leave out what is not asked for: no CVV, no PIN; only Mastercard has productType and version.")
    package static let panNumber = Self(
        "payload.pan_number", "{} is a JSON number.", change: "Write it as a string: numbers lose digits.")
    package static let panSeparators = Self(
        "payload.pan_separators", "{} has spaces or dashes in it.", change: "Write the digits alone.")
    package static let panForm = Self(
        "payload.pan_form", "{} is not 12 to 19 digits.",
        change: "Put the full clear number there: no mask, no token, no ciphertext.")
    package static let panWrong = Self(
        "payload.pan_wrong", "{} is not the card's number.",
        change: "Look the card up that the request names.")
    package static let expirationYYMM = Self(
        "payload.expiration_yymm", "{} is written YYMM.", change: "Write MM/YY: the month first, and a slash."
    )
    package static let expirationMMYY = Self(
        "payload.expiration_mmyy", "{} is written without its slash.", change: "Write MM/YY, with the slash.")
    package static let expirationYear = Self(
        "payload.expiration_mmyyyy", "{} has a year of four digits.",
        change: "Write MM/YY with two digits of the year.")
    package static let expirationISO = Self(
        "payload.expiration_iso", "{} is written YYYY-MM.",
        change: "Write MM/YY: the month first, two digits of the year.")
    package static let expirationSwapped = Self(
        "payload.expiration_yy_mm", "{} is written YY/MM.", change: "Write MM/YY: the month first.")
    package static let expirationForm = Self(
        "payload.expiration_form", "{} is not in the form MM/YY.",
        change: "Write two digits of the month, a slash, two digits of the year.")
    package static let expirationWrong = Self(
        "payload.expiration_wrong", "{} is not the card's.", change: "Send the date that stands on the card.")
    package static let nameWrong = Self(
        "payload.name_wrong", "{} is not the cardholder's name as it is known.",
        change: "Send the name as embossed, in UTF-8, unchanged in case, order and accents.")
    package static let hexUpper = Self(
        "payload.hex_upper_case", "{} is upper-case hexadecimal.", change: "Write {} in lower case.")
    package static let hexDecorated = Self(
        "payload.hex_decorated", "{} has 0x, spaces or colons in its hexadecimal.",
        change: "Write the hexadecimal digits alone.")
    package static let notHex = Self(
        "payload.base64_for_hex", "{} is base64 in the payload.",
        change: "Decode what the phone sent and write its bytes as lower-case hexadecimal.")
    package static let hexOfText = Self(
        "payload.hex_of_text", "{} is the hexadecimal of base64 text.",
        change: "Decode the base64 that came first, then write the bytes as hexadecimal.")
    package static let ofAnother = Self(
        "payload.of_another_request", "{} is another request's.",
        change:
            "Take {} from this request: keep nothing from the last one, and share nothing between threads.")
    package static let notAsSent = Self(
        "payload.not_as_sent", "{} is not what the phone sent.",
        change: "Put the bytes of this request there, decoded once and unchanged.")
    package static let reencoded = Self(
        "payload.signature_reencoded", "{} was written anew in the other form of ECDSA signatures.",
        change: "Pass the signature on byte for byte: no DER made of r || s, nor the reverse.")
    package static let versionWrong = Self(
        "payload.version_wrong", "{} is not \"1\".", change: "Write \"version\":\"1\", a string.")
    package static let productTypeWrong = Self(
        "payload.product_type_wrong", "{} is not the one that was asked for.",
        change: "Send the request's product_type, else the program's default.")

    static let payloads = [
        payloadBOM, payloadEncoding, payloadText, payloadTrailing, payloadNotJSON, payloadLoose, fieldMissing,
        fieldName, fieldNotText, fieldsExtra, panNumber, panSeparators, panForm, panWrong, expirationYYMM,
        expirationMMYY, expirationYear, expirationISO, expirationSwapped, expirationForm, expirationWrong,
        nameWrong, hexUpper, hexDecorated, notHex, hexOfText, ofAnother, notAsSent, reencoded, versionWrong,
        productTypeWrong,
    ]
}
