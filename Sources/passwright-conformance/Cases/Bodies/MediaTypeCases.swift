import Wallet

/// A body is application/json in UTF-8 and not compressed.
enum MediaTypeCases {
    static let all = wrong + strange + good

    private static let wrong: [Case] =
        zip(
            470...,
            [
                ("without a Content-Type", nil), ("with an empty Content-Type", ""),
                ("of text/plain", "text/plain"),
                ("of a form", "application/x-www-form-urlencoded"), ("of text/json", "text/json"),
                ("of application/jsonp", "application/jsonp"),
                ("of application/problem+json", "application/problem+json"),
                ("of any type", "*/*"), ("of two types in one", "application/json, text/plain"),
                ("in ISO-8859-1", "application/json; charset=iso-8859-1"),
                ("in UTF-16", "application/json; charset=utf-16"),
            ] as [(String, String?)]
        ).map { number, value in
            refused(number, "A body \(value.0)") { $0.setting("Content-Type", value.1) }
        }

    private static let strange: [Case] = [
        refused(481, "A body with two Content-Types") { $0.adding("Content-Type", "text/plain") },
        refused(482, "A body that says that it is compressed") { $0.adding("Content-Encoding", "gzip") },
        refused(483, "A body in a coding that nobody knows") { $0.adding("Content-Encoding", "x-none") },
    ]

    private static let good: [Case] =
        zip(
            330...,
            [
                ("charset=utf-8", "application/json; charset=utf-8"),
                ("charset=UTF-8", "application/json;charset=UTF-8"),
                ("charset in quotes", "application/json; charset=\"utf-8\""),
                ("capital letters", "Application/JSON"),
            ]
        ).map { number, value in
            Case.accepted(
                "PROV-P-\(number)", .contract, .requestMediaType,
                "The type application/json with \(value.0) is accepted."
            ) { (trial) throws(Stop) in try trial.order().request.setting("Content-Type", value.1) }
        }

    private static func refused(
        _ number: Int, _ what: String, _ change: @escaping @Sendable (Request) -> Request
    ) -> Case {
        .refused(
            "PROV-F-\(number)", .contract, .requestMediaType, "\(what) is refused with 415.",
            Refusal(415, "UNSUPPORTED_MEDIA_TYPE", "media_type")
        ) { (trial) throws(Stop) in change(try trial.order().request) }
    }
}
