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
        otherVersion,
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

    /// The program is given the other version for a moment, and its own again.
    private static let otherVersion = Case(
        "PROV-P-052", .activation, .mastercard,
        "A program that an administrator sets to the other version of the TAV gets it, signed in that version's order.",
        profile: .networkMastercard, alone: true
    ) { (trial) throws(Stop) in
        let administrator = try trial.administrator()
        let order = try trial.order("active_mastercard")
        guard trial.deployment.network.mastercardKey != nil else {
            throw .skipped(Need.mastercardKey.sentence)
        }
        let question = """
            select p.id, p.activation_key, p.activation_provider from admin.programs p
            join admin.cards c on c.program = p.id where c.id = '\(order.card)'
            """
        let row = (administrator.value(of: question) ?? "").split(separator: "|").map(String.init)
        let versions = ["mastercard_tav3", "mastercard_tav4"]
        guard row.count == 3, let own = versions.firstIndex(of: row[2]) else {
            throw .blocked("the administrator's access does not show the program's activation provider")
        }
        func setting(_ version: String) -> String {
            "admin.set_activation(\([row[0], version, row[1]].map(\.sql).joined(separator: ", ")))"
        }
        try trial.after(setting(versions[1 - own]), undo: setting(versions[own])) { () throws(Stop) in
            try judge(trial.pass(order), .mastercard)
        }
    }

    /// Fails unless the network takes the activation data.
    private static func judge(_ delivery: Delivery, _ rule: Rule) throws(Stop) {
        let finding = delivery.diagnosis.network
        switch finding?.verdict {
        case .passed: return
        case .failed: throw .failed(expected: rule.sentence, got: "\(finding!.check): \(finding!.reason)")
        case .skipped: throw .skipped(finding!.reason)
        case nil: throw .blocked("activation_data is missing or unreadable")
        }
    }

    private static func accepted(
        _ id: String, _ rule: Rule, _ profile: Profile, _ card: String, _ title: String, key: Need,
        device: Phone.Device = .mobilePhone, isThere: @escaping @Sendable (PaymentNetwork) -> Bool
    ) -> Case {
        Case(id, .activation, rule, title, profile: profile) { (trial) throws(Stop) in
            let order = try trial.order(card) { $0.device = device }
            guard isThere(trial.deployment.network) else { throw .skipped(key.sentence) }
            try judge(trial.pass(order), rule)
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
