import Wallet

/// Card credentials at the top level of a body are refused, whatever their value, spelling and case.
enum CredentialCases {
    static let all = spellings + first + passedOver

    private static let spellings: [Case] =
        zip(
            440...,
            [
                "pan", "PAN", "card_number", "Card-Number", "cardNumber", "CARDNUMBER",
                "primaryAccountNumber",
                "primaryaccountnumber", "primary_account_number", "PRIMARY-ACCOUNT-NUMBER", "cvv", "CVV",
                "c_v_v", "cvc",
                "Cvc", "security_code", "securityCode", "SECURITY-CODE", "pin", "PIN", "p-i-n", "_pan_",
            ]
        ).map { number, name in
            Case.badBody(number, .credentials, "A member named \(name) is refused.", credentials) {
                $0.changed { $0.add(name, "null") }.bytes
            }
        }

    /// However the name is written, and before what is missing or invalid is looked at.
    private static let first: [Case] = [
        .badBody(462, .credentials, "A member named pan with an escape in its name is refused.", credentials)
        {
            $0.ending(#","p\u0061n":"""#)
        },
        .badBody(463, .credentials, "Card credentials are refused before a missing field is.", credentials) {
            $0.changed {
                $0.remove("nonce")
                $0.add("cvv", "true")
            }.bytes
        },
        .badBody(464, .credentials, "Card credentials are refused before an invalid field is.", credentials) {
            $0.changed {
                $0.set("device_type", "1")
                $0.add("pin", "[]")
            }.bytes
        },
        .badBody(465, .credentials, "A body of card credentials alone is refused for them.", credentials) {
            _ in
            Array(#"{"pan":""}"#.utf8)
        },
    ]

    private static let passedOver: [Case] = [
        .goodBody(
            320, .unknownMembers, "A name of a card credential inside an unknown member is passed over."
        ) {
            $0.ending(#","x":{"pan":"","cvv":[{"pin":""}]}"#)
        },
        .goodBody(321, .unknownMembers, "A name of a card credential as a value is passed over.") {
            $0.ending(#","x":"pan""#)
        },
        .goodBody(322, .unknownMembers, "A name that only begins like a card credential's is passed over.") {
            $0.ending(#","panel":1,"pinned":true,"cvv_policy":"none""#)
        },
        .goodBody(323, .unknownMembers, "Unknown members of every type are passed over.") {
            $0.ending(#","a":null,"b":true,"c":-1.5e3,"d":"","e":[],"f":{},"":0"#)
        },
    ]

    private static let credentials = Refusal.invalid("card_credentials_refused")
}
