import Wallet

/// Every required field is there, of its type, and not empty.
enum FieldCases {
    static let all = missing + wrong + empty + array + certificates

    private static let names = ["certificates", "nonce", "nonce_signature", "device_type", "app_version"]

    private static let texts = names.dropFirst()

    private static let missing: [Case] = names.enumerated().map { index, name in
        .badBody(350 + index, .fields, "A body without \(name) is refused.", .invalid("missing_field")) {
            $0.changed { $0.remove(name) }.bytes
        }
    }

    private static let wrong: [Case] = [
        ("null", "null"), ("a number", "1"), ("true", "true"), ("an object", "{}"),
    ].enumerated().flatMap { row, value in
        names.enumerated().map { column, name in
            invalid(
                355 + 5 * row + column, column == 0 ? .certificatesField : .fields,
                "The field \(name) that is \(value.0)"
            ) {
                $0.set(name, value.1)
            }
        }
    }

    private static let empty: [Case] = texts.enumerated().map { index, name in
        invalid(375 + index, [.nonceLength, .nonceLength, .device, .appVersion][index], "An empty \(name)") {
            $0.set(name, #""""#)
        }
    }

    private static let array: [Case] = texts.enumerated().map { index, name in
        invalid(379 + index, .fields, "An array of one text as \(name)") { $0.set(name, #"["MQ=="]"#) }
    }

    private static let certificates: [Case] = [
        invalid(383, .certificatesField, "One text in place of the array of certificates") {
            $0.set("certificates", #""MIIB""#)
        },
        invalid(384, .certificatesField, "An array of numbers as certificates") {
            $0.set("certificates", "[1,2]")
        },
        invalid(385, .certificatesField, "An array of nulls as certificates") {
            $0.set("certificates", "[null,null]")
        },
        invalid(386, .certificatesField, "An array of arrays as certificates") {
            $0.set("certificates", #"[["MIIB"],["MIIB"]]"#)
        },
    ]

    private static func invalid(
        _ number: Int, _ rule: Rule, _ what: String, _ change: @escaping @Sendable (inout JSONMembers) -> Void
    ) -> Case {
        .badBody(number, rule, "\(what) is refused.", .invalid("invalid_field")) { $0.changed(change).bytes }
    }
}
