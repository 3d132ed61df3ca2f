/// What a pass answer holds, and everything in it that is not as Apple and the network ask for.
///
/// Where the answer was not sealed as ECC_V2 asks for, known mistakes are tried until one combination opens it, so
/// that each mistake can be named and the rest still be judged.
package struct Diagnosis: Sendable {
    /// What is known beside the answer. The more, the more is judged.
    package struct Circumstances: Sendable {
        /// The leaf's private key: without it nothing opens.
        package var leafKey: SimulatedKey
        /// The intermediate's, if the answer may be encrypted to it by mistake.
        package var intermediateKey: SimulatedKey?
        /// What was sent.
        package var request: PassRequest?
        /// What was sent at other times: a server that mixes requests up writes one of these.
        package var otherRequests: [PassRequest] = []
        /// Other answers of the same server.
        package var otherAnswers: [[UInt8]] = []
        package var card: String?
        package var details: CardDetails?
        package var lastFour: String?
        package var cardholderName: String?
        /// `visa`, `mastercard`, ... where known.
        package var network: String?
        /// Judges the activation data.
        package var paymentNetwork = PaymentNetwork()
        /// Merchant identifiers that the server may have hashed into PartyV.
        package var merchants: [String] = []
        /// Seconds since 1970.
        package var now: Int64

        package init(leafKey: SimulatedKey, now: Int64) {
            self.leafKey = leafKey
            self.now = now
        }
    }

    /// In the order of the protocol's steps; none for a good answer.
    package private(set) var deviations: [Deviation] = []
    /// The clear text, if any known way opened it. It is secret.
    package private(set) var payload: [UInt8]?
    /// What the network says of the activation data; nil where there is none.
    package private(set) var network: Finding?
    /// Where nothing opened the pass: the mistakes that were tried, alone and with one another.
    package private(set) var ruledOut: [Deviation.Kind] = []

    /// How many bytes each member has, as far as it could be read.
    let sizes: [String: Int]

    package var opens: Bool { payload != nil }
    package func has(_ kind: Deviation.Kind) -> Bool { deviations.contains { $0.kind == kind } }
    /// The deviations of one step.
    package func deviations(in part: Deviation.Part) -> [Deviation] {
        deviations.filter { $0.kind.part == part }
    }
    /// The deviations of one member or field.
    package func deviations(of subject: String) -> [Deviation] { deviations.filter { $0.subject == subject } }

    /// Of the body of a 200.
    package init(of body: [UInt8], _ known: Circumstances) {
        let answer = AnswerReading(body)
        deviations = answer.deviations
        sizes = answer.bytes.mapValues(\.count)
        let key = "ephemeral_public_key"
        if let bytes = answer.bytes[key] {
            let ephemeral = EphemeralPoint(bytes)
            if let kind = ephemeral.kind { note(kind, key) }
            if let point = ephemeral.point {
                judge(point, known)
                if let sealed = answer.bytes["encrypted_pass_data"] { open(sealed, point, known) }
            }
        }
        if let activation = answer.bytes["activation_data"] { judge(activation: activation, known) }
    }

    private mutating func note(_ kind: Deviation.Kind, _ subject: String) {
        deviations.append(Deviation(kind, subject))
    }

    private mutating func judge(_ point: [UInt8], _ known: Circumstances) {
        if let leaf = try? known.leafKey.point(), leaf == point {
            note(.pointIsRecipient, "ephemeral_public_key")
        } else if let key = known.intermediateKey, let other = try? key.point(), other == point {
            note(.pointIsRecipient, "ephemeral_public_key")
        }
        let others = known.otherAnswers.compactMap { AnswerReading($0).bytes["ephemeral_public_key"] }
        if others.contains(where: { EphemeralPoint($0).point == point }) {
            note(.pointReused, "ephemeral_public_key")
        }
    }

    private mutating func open(_ sealed: [UInt8], _ point: [UInt8], _ known: Circumstances) {
        var recipients = [PassSearch.Recipient(key: known.leafKey, kind: nil)]
        if let key = known.intermediateKey { recipients.append(.init(key: key, kind: .toIntermediate)) }
        let searches = recipients.compactMap {
            try? PassSearch(sealed: sealed, ephemeral: point, recipient: $0, merchants: known.merchants)
        }
        // The fewest mistakes first, whoever the recipient is.
        for mistakes in 0...PassSearch.mostMistakes {
            for search in searches {
                guard let found = try? search.run(mistakes: mistakes) else { continue }
                for kind in found.kinds { note(kind, "encrypted_pass_data") }
                payload = found.payload
                let reading = PayloadReading(found.payload)
                deviations += reading.deviations
                if let object = reading.object { deviations += PayloadJudgement(object, known).deviations }
                return
            }
        }
        note(.nothingOpens, "encrypted_pass_data")
        let tried = Set((recipients.compactMap(\.kind)) + Deviation.Kind.derivations + Deviation.Kind.ciphers)
        ruledOut = Deviation.Kind.all.filter {
            tried.contains($0) && ($0 != .partyVMerchant || !known.merchants.isEmpty)
        }
    }

    private mutating func judge(activation: [UInt8], _ known: Circumstances) {
        guard let request = known.request else { return }
        let judgement = known.paymentNetwork.judgement(
            of: activation,
            .init(
                card: known.card ?? "", details: known.details, network: known.network, nonce: request.nonce,
                now: known.now))
        network = judgement.finding
        for refusal in judgement.refusals { note(refusal.kind, "activation_data") }
    }
}

/// Neither `print` nor `dump` shows the payload.
extension Diagnosis: CustomStringConvertible, CustomReflectable {
    package var description: String {
        (opens ? "opened" : "not opened") + deviations.map { ", \($0.kind.id) (\($0.subject))" }.joined()
    }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
