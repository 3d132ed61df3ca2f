import Wallet

/// Opens answers as Apple and the network do: whether each holds the card and what the phone sent.
struct AnswerCheck {
    let network: PaymentNetwork
    /// Seconds since 1970.
    let now: Int64

    /// What is wrong with the answers of a run, a sentence for each that is not right.
    func defects(in samples: [LoadOutcome.Sample]) -> [String] { samples.compactMap(defect) }

    private func defect(_ sample: LoadOutcome.Sample) -> String? {
        let order = sample.order
        let pass: PassAnswer
        do throws(PassAnswer.Defect) { pass = try PassAnswer(body: sample.body) } catch {
            return error.sentence
        }
        let payload: [UInt8]
        do throws(Apple.Defect) { payload = try Apple.open(pass, with: order.leafKey) } catch {
            return "encrypted_pass_data \(error.sentence)"
        }
        let expected = PassContents.Expectation(
            details: order.details, lastFour: nil, cardholderName: nil, network: nil, request: order.request)
        let question = PaymentNetwork.Question(
            card: order.card, details: order.details, network: nil, nonce: order.request.nonce, now: now)
        let findings =
            PassContents.findings(in: payload, expecting: expected)
            + [network.finding(in: pass.activationData, question)]
        return findings.first { $0.verdict == .failed }.map { "\($0.check): \($0.reason)" }
    }
}
