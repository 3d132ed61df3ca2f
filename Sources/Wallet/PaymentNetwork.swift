/// The payment network, or the issuer in its place: it checks the activation data when the card is being added.
package struct PaymentNetwork: Sendable {
    /// What activation data is made and checked for.
    package struct Question: Sendable {
        package var card: String
        package var details: CardDetails?
        /// `visa`, `mastercard`, ... where known.
        package var network: String?
        package var nonce: [UInt8]
        /// Seconds since 1970.
        package var now: Int64

        package init(card: String, details: CardDetails?, network: String?, nonce: [UInt8], now: Int64) {
            self.card = card
            self.details = details
            self.network = network
            self.nonce = nonce
            self.now = now
        }
    }

    /// Verifies issuer one-time passwords (P-256).
    package var otpKey: SimulatedKey?
    /// Verifies Mastercard TAVs (RSA).
    package var mastercardKey: SimulatedKey?
    /// Opens Visa's MBPAC: two-key TDEA, 16 bytes, and the key set's name.
    package var visaKey: [UInt8]?
    package var visaKeySetID: String?

    package init(
        otpKey: SimulatedKey? = nil, mastercardKey: SimulatedKey? = nil, visaKey: [UInt8]? = nil,
        visaKeySetID: String? = nil
    ) {
        self.otpKey = otpKey
        self.mastercardKey = mastercardKey
        self.visaKey = visaKey
        self.visaKeySetID = visaKeySetID
    }

    /// A WSD key from 32 hexadecimal digits.
    package static func visaKey(hex: String) -> [UInt8]? {
        [UInt8](hexadecimal: hex).flatMap { $0.count == 16 ? $0 : nil }
    }

    /// The verdict over `activation`.
    package func finding(in activation: [UInt8], _ question: Question) -> Finding {
        judgement(of: activation, question).finding
    }

    /// Whether `activation` looks like an MBPAC, a TAV or a one-time password.
    static func isOfKnownKind(_ activation: [UInt8]) -> Bool {
        activation.starts(with: Array("MBPAC-".utf8)) || activation.first == UInt8(ascii: "{")
            || IssuerOTP.hasShape(activation)
    }

    /// What a look at activation data ends with.
    struct Judgement {
        let finding: Finding
        /// What is wrong, the first that was seen first.
        var refusals: [Refusal] = []
    }

    /// The verdict over `activation`, whose kind is told by its own first bytes, and everything that is wrong.
    func judgement(of activation: [UInt8], _ question: Question) -> Judgement {
        if activation.starts(with: Array("MBPAC-".utf8)) {
            let check = "Visa MBPAC"
            guard question.network ?? "visa" == "visa" else { return foreign(check, question) }
            guard let visaKey else { return noKey(check, "WSD key") }
            return judged(
                check, VisaMBPAC.inspect(activation, key: visaKey, keySetID: visaKeySetID, question))
        }
        if activation.first == UInt8(ascii: "{") {
            let check = "Mastercard TAV"
            guard question.network ?? "mastercard" == "mastercard" else { return foreign(check, question) }
            guard let mastercardKey else { return noKey(check, "public key") }
            guard let details = question.details else {
                return skipped(check, "not checked: the card's number is not known")
            }
            return judged(
                check, MastercardTAV.inspect(activation, key: mastercardKey, details, now: question.now))
        }
        // Told apart before the key is looked for: what is of no kind at all is not a matter of a missing key.
        guard IssuerOTP.hasShape(activation) else {
            return refused("activation data", .activationUnknown, "is no MBPAC, no TAV and no compact JWS")
        }
        let check = "issuer one-time password"
        guard let otpKey else { return noKey(check, "public key") }
        return judged(check, IssuerOTP.inspect(activation, key: otpKey, question))
    }

    /// What is wrong, in words for whoever wrote the server.
    struct Refusal {
        let kind: Deviation.Kind
        let reason: String
    }

    private func judged(_ check: String, _ inspection: Inspection) -> Judgement {
        guard let first = inspection.refusals.first else {
            return Judgement(finding: .passed(.network, check, inspection.words))
        }
        return Judgement(finding: .failed(.network, check, first.reason), refusals: inspection.refusals)
    }

    private func refused(_ check: String, _ kind: Deviation.Kind, _ reason: String) -> Judgement {
        Judgement(
            finding: .failed(.network, check, reason), refusals: [Refusal(kind: kind, reason: reason)])
    }

    private func skipped(_ check: String, _ reason: String) -> Judgement {
        Judgement(finding: .skipped(.network, check, reason))
    }

    private func noKey(_ check: String, _ key: String) -> Judgement {
        skipped(check, "not checked: the fixtures name no \(key) for it")
    }

    private func foreign(_ check: String, _ question: Question) -> Judgement {
        refused(
            check, .activationForeign, "is another network's: the card is \(question.network ?? "unknown")")
    }
}
