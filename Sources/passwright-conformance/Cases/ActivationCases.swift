import Wallet

/// The activation data, as the network or the issuer in its place would judge it.
enum ActivationCases {
    static let all: [Case] = [
        accepted(
            "PROV-P-050", .visa, .networkVisa, "active_visa",
            "Visa's activation data is an MBPAC for this nonce.", key: .visaKey
        ) { $0.visaKey != nil },
        accepted(
            "PROV-P-051", .mastercard, .networkMastercard, "active_mastercard",
            "Mastercard's activation data is a signed TAV over this card.", key: .mastercardKey
        ) { $0.mastercardKey != nil },
        accepted(
            "PROV-P-052", .mastercard, .networkMastercard, "active_mastercard_tav3",
            "A program with a TAV of version 3 gets one that is signed in that version's order.",
            key: .mastercardKey
        ) { $0.mastercardKey != nil },
        accepted(
            "PROV-P-053", .otp, .core, "active_otp",
            "The issuer's one-time password is a JWS for this card and nonce.",
            key: .otpKey
        ) { $0.otpKey != nil },
        fresh("PROV-P-054", .visa, .networkVisa, "active_visa", "Two passes have two MBPACs."),
        fresh("PROV-P-055", .otp, .core, "active_otp", "Two passes have two one-time passwords."),
        accepted(
            "PROV-P-056", .visa, .networkVisa, "active_visa", "A watch gets an MBPAC that Visa accepts.",
            key: .visaKey,
            device: .watch
        ) { $0.visaKey != nil },
        accepted(
            "PROV-P-057", .mastercard, .networkMastercard, "active_mastercard",
            "A watch gets a TAV that Mastercard accepts.",
            key: .mastercardKey, device: .watch
        ) { $0.mastercardKey != nil },
    ]

    private static func accepted(
        _ id: String, _ rule: Rule, _ profile: Profile, _ card: String, _ title: String, key: Need,
        device: Phone.Device = .mobilePhone, isThere: @escaping @Sendable (PaymentNetwork) -> Bool
    ) -> Case {
        Case(id, .activation, rule, title, profile: profile) { (trial) throws(Stop) in
            let order = try trial.order(card) { $0.device = device }
            guard isThere(trial.deployment.network) else { throw .skipped(key.sentence) }
            let finding = try trial.pass(order).diagnosis.network
            switch finding?.verdict {
            case .passed: return
            case .failed: throw .failed(expected: rule.sentence, got: "\(finding!.check): \(finding!.reason)")
            case .skipped: throw .skipped(finding!.reason)
            case nil: throw .blocked("activation_data is missing or unreadable")
            }
        }
    }

    private static func fresh(
        _ id: String, _ rule: Rule, _ profile: Profile, _ card: String, _ title: String
    ) -> Case {
        Case(id, .activation, rule, title, profile: profile) { (trial) throws(Stop) in
            let order = try trial.order(card)
            let texts = [
                try trial.pass(order), try trial.pass(trial.again(order)),
            ].map { $0.reply.object?.text("activation_data") }
            guard !texts.contains(nil) else { throw .blocked("activation_data is missing") }
            try trial.require(texts[0] != texts[1], "different activation data", got: "the same twice")
        }
    }
}
