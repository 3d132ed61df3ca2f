import Wallet

/// device_type, app_version and product_type: short words with an alphabet and a length.
enum WordCases {
    static let all = badDevices + goodDevice + badVersions + goodVersions + badProducts

    private static let badDevices: [Case] =
        zip(
            410...,
            [
                ("another device", "tablet"), ("capital letters", "MOBILE_PHONE"),
                ("another spelling", "mobile-phone"),
                ("a space behind it", "watch "), ("a line feed behind it", "watch\n"),
                ("only its beginning", "mobile"),
            ]
        ).map { number, value in
            invalid(number, .device, "A device_type with \(value.0)", "device_type", value.1)
        }

    private static let goodDevice: [Case] = [
        .goodBody(310, .device, "The device_type watch is accepted.") {
            $0.changed { $0.set("device_type", "watch".json) }.bytes
        }
    ]

    private static let badVersions: [Case] =
        zip(
            416...,
            [
                ("of 51 characters", String(repeating: "a", count: 51)), ("that begins with a point", ".1"),
                ("that begins with a minus", "-1"), ("that begins with an underscore", "_1"),
                ("with a space in it", "1 0"), ("with a slash in it", "1/0"),
                ("with a line feed behind it", "1.0\n"),
                ("with a quotation mark in it", "1\"0"), ("with a letter outside ASCII", "1.é"),
                ("with a digit outside ASCII", "１"),
                ("with a run of 12 digits", "1." + String(repeating: "7", count: 12)),
                ("that is a run of 16 digits", String(repeating: "7", count: 16)),
            ]
        ).map { number, value in
            invalid(number, .appVersion, "An app_version \(value.0)", "app_version", value.1)
        }

    private static let goodVersions: [Case] =
        zip(
            311...,
            [
                ("of one character", "7"), ("of 50 characters", String(repeating: "a", count: 50)),
                ("with every mark", "v1.2+3_4-rc"),
                ("with a run of 11 digits", "1." + String(repeating: "7", count: 11)),
                ("with 12 digits that a point divides", "777777.777777"),
            ]
        ).map { number, value in
            Case.goodBody(number, .appVersion, "An app_version \(value.0) is accepted.") {
                $0.changed { $0.set("app_version", value.1.json) }.bytes
            }
        }

    private static let badProducts: [Case] =
        zip(
            428...,
            [
                ("that is null", "null"), ("that is a number", "1"), ("that is empty", #""""#),
                ("of 65 characters", String(repeating: "A", count: 65).json),
                ("with a space in it", "A B".json),
                ("with a minus in it", "A-B".json), ("with a letter outside ASCII", "É".json),
                ("of 64 characters that the program does not list", String(repeating: "A", count: 64).json),
                ("in another case than the program's", "debit".json),
            ]
        ).map { number, value in
            Case.badBody(
                number, .productTypeField, "A product_type \(value.0) is refused.", .invalid("invalid_field"),
                card: "active_mastercard"
            ) { $0.changed { $0.set("product_type", value.1) }.bytes }
        }
        + [
            Case.badBody(
                437, .productTypeField, "A product_type for a network that has none is refused.",
                .invalid("invalid_field"), card: "active_visa"
            ) { $0.changed { $0.set("product_type", "DEBIT".json) }.bytes }
        ]

    private static func invalid(
        _ number: Int, _ rule: Rule, _ what: String, _ name: String, _ value: String
    ) -> Case {
        .badBody(number, rule, "\(what) is refused.", .invalid("invalid_field")) {
            $0.changed { $0.set(name, value.json) }.bytes
        }
    }
}
