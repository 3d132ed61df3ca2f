extension Deviation.Kind {
    package static let notJSON = Self(
        "body.not_json", "The body is not a JSON object.",
        change: "Answer 200 with one JSON object of the three members and nothing around it.")
    package static let looseJSON = Self(
        "body.loose_json", "The body is not JSON to the letter of RFC 8259, or has more than texts in it.",
        change: "Write it with a JSON encoder: no BOM, no name twice, no trailing comma, no nested value.")
    package static let wrapped = Self(
        "body.wrapped", "The members are inside another object.",
        change: "Put activation_data, encrypted_pass_data and ephemeral_public_key at the top of the body.")
    package static let serialisedTwice = Self(
        "body.serialised_twice", "The body is a JSON string with the object inside.",
        change: "Encode once: give the JSON encoder the object, not its serialised text.")
    package static let inList = Self(
        "body.in_list", "The object is inside a list.",
        change: "Answer with the one object, not a list of it.")
    package static let memberMissing = Self(
        "body.member_missing", "{} is missing.", change: "Add {}: PKAddPaymentPassRequest needs all three.")
    package static let memberNull = Self(
        "body.member_null", "{} is null.",
        change: "Answer with an error where there is nothing to give; a 200 has all three members.")
    package static let memberNotText = Self(
        "body.member_not_text", "{} is no JSON string.",
        change: "Send {} as one base64 string, not as a number, a list of bytes or an object.")
    package static let memberEmpty = Self(
        "body.member_empty", "{} is empty.", change: "Send the bytes: PassKit takes no empty {}.")
    package static let camelCase = Self(
        "body.camel_case", "{} has PassKit's name in camel case.",
        change:
            "Name it {}: activationData, encryptedPassData and ephemeralPublicKey are the phone's properties."
    )
    package static let memberName = Self(
        "body.member_name", "{} is spelt another way.", change: "Name it {}, in lower case with underscores.")
    package static let membersExtra = Self(
        "body.members_extra", "There are members beside the three.",
        change: "Leave the others out: the contract has exactly three members.")
    package static let swapped = Self(
        "body.swapped", "{} holds the ephemeral public key, and ephemeral_public_key does not.",
        change: "Exchange the two: the point of 65 bytes belongs in ephemeral_public_key.")
    package static let activationSwapped = Self(
        "body.activation_swapped", "{} holds activation data, and activation_data does not.",
        change: "Exchange the two: what the network checks belongs in activation_data.")

    static let bodies = [
        notJSON, looseJSON, wrapped, serialisedTwice, inList, memberMissing, memberNull, memberNotText,
        memberEmpty, camelCase,
        memberName, membersExtra, swapped, activationSwapped,
    ]

    package static let base64URL = Self(
        "encoding.base64url", "{} is written in base64url.",
        change:
            "Use the standard alphabet with + and / (Java Base64.getEncoder, Python b64encode), not the URL one."
    )
    package static let unpadded = Self(
        "encoding.unpadded", "{} lacks base64's padding.",
        change: "Keep the = at the end (in Go base64.StdEncoding, not RawStdEncoding).")
    package static let whitespace = Self(
        "encoding.whitespace", "{} has line breaks or spaces in its base64.",
        change:
            "Write one line: OpenSSL EVP_EncodeBlock or BIO_FLAGS_BASE64_NO_NL, openssl base64 -A, no MIME encoder."
    )
    package static let plusAsSpace = Self(
        "encoding.plus_as_space", "{} has spaces where base64 has +.",
        change:
            "Send the body as JSON and nothing else: what is read as a form or a URL loses each + to a space."
    )
    package static let percent = Self(
        "encoding.percent", "{} is percent-encoded.",
        change: "Send the base64 as it is: %2B, %2F and %3D are for forms and URLs.")
    package static let strayBits = Self(
        "encoding.not_canonical", "{} is base64 with stray bits or padding at its end.",
        change: "Encode the bytes in one go: pieces that are encoded one by one and joined are not base64.")
    package static let hex = Self(
        "encoding.hex", "{} is written in hexadecimal.",
        change:
            "Base64 the raw bytes (OpenSSL EVP_EncodeBlock, Java Base64.getEncoder, Python b64encode), with no hexadecimal between."
    )
    package static let hexInside = Self(
        "encoding.hex_in_base64", "{} is base64 of hexadecimal text.",
        change: "Base64 the raw bytes, not their hexadecimal text.")
    package static let twice = Self(
        "encoding.base64_twice", "{} is in base64 twice.",
        change:
            "Encode once: a JSON encoder of a byte type (Go []byte, Swift Data, Jackson byte[]) does it by itself."
    )
    package static let dataURL = Self(
        "encoding.data_url", "{} is a data URL.",
        change: "Send the base64 alone, without data:...;base64, before it.")
    package static let unreadable = Self(
        "encoding.unreadable", "{} is neither base64 nor anything like it.",
        change: "Send the raw bytes of {} in standard, padded base64.")

    static let encodings = [
        base64URL, unpadded, whitespace, plusAsSpace, percent, strayBits, hex, hexInside, twice, dataURL,
        unreadable,
    ]
}
