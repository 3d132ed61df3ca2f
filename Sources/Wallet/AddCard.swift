/// One card on its way into one wallet: the steps in the order in which a phone takes them.
package struct AddCard: Sendable {
    package let issuer: any Issuer
    package let phone: Phone
    package let network: PaymentNetwork
    package let card: String
    package let token: String
    /// What the card holds, where it is known.
    package let details: CardDetails?
    package let productType: String?
    /// Seconds since 1970.
    package let now: Int64
    /// The intermediate's private key, to tell a pass that was encrypted to it.
    package var intermediateKey: SimulatedKey?

    package init(
        issuer: any Issuer, phone: Phone, network: PaymentNetwork, card: String, token: String,
        details: CardDetails?, productType: String? = nil, now: Int64
    ) {
        self.issuer = issuer
        self.phone = phone
        self.network = network
        self.card = card
        self.token = token
        self.details = details
        self.productType = productType
        self.now = now
    }

    /// Takes every step, as far as the one before allows, and says what each found; `watching` is told of each
    /// as it is taken.
    package func run(watching: @escaping @Sendable (Step) -> Void = { _ in }) -> AddReport {
        var report = report(watching: watching)
        let configuration: CardConfiguration?
        do { configuration = try fetchConfiguration(&report) } catch { return report }

        let request: PassRequest
        report.goes(from: .phone, to: .server, "certificates, nonce, signature")
        do { request = try phone.request(productType: productType) } catch {
            report.add(.failed(.phone, "nonce and signature", "cannot be made with the leaf's key"))
            return report
        }
        report.add(
            .passed(
                .phone, "nonce and signature",
                "\(request.nonce.count) bytes, signature \(request.nonceSignature.count) bytes"))

        guard let answer = exchange(request, &report), answer.status == 200 else { return report }
        if let pass = members(answer, &report) { judge(pass, request, configuration, &report) }
        if report.findings.contains(where: { $0.verdict == .failed }) {
            report.blame(diagnosis(of: answer, request, configuration).deviations)
        }
        return report
    }

    /// The report before the first step: what is known without asking anybody.
    package func report(watching: @escaping @Sendable (Step) -> Void = { _ in }) -> AddReport {
        AddReport(
            server: issuer.name, card: card, device: phone.device, lastFour: details?.pan.lastFour,
            watching: watching)
    }

    /// Apple's and the network's checks.
    private func judge(
        _ pass: PassAnswer, _ request: PassRequest, _ configuration: CardConfiguration?,
        _ report: inout AddReport
    ) {
        let expected = PassContents.Expectation(
            details: details, lastFour: configuration?.suffix,
            cardholderName: configuration?.cardholderName, network: configuration?.network, request: request)
        report.goes(from: .phone, to: .apple, "encrypted pass data, ephemeral public key")
        open(pass, expected, &report)
        report.goes(from: .apple, to: .network, "activation data")
        let question = PaymentNetwork.Question(
            card: card, details: details, network: configuration?.network, nonce: request.nonce, now: now)
        report.add(network.finding(in: pass.activationData, question))
    }

    /// Why the strict checks refuse: what they say is the verdict, this is the explanation.
    private func diagnosis(
        of answer: IssuerAnswer, _ request: PassRequest, _ configuration: CardConfiguration?
    ) -> Diagnosis {
        var known = Diagnosis.Circumstances(leafKey: phone.leafKey, now: now)
        known.intermediateKey = intermediateKey
        known.request = request
        known.card = card
        known.details = details
        known.lastFour = configuration?.suffix
        known.cardholderName = configuration?.cardholderName
        known.network = configuration?.network
        known.paymentNetwork = network
        return Diagnosis(of: answer.body, known)
    }

    /// Nobody is there: no step after this one makes sense.
    private struct Stop: Error {}

    private func fetchConfiguration(_ report: inout AddReport) throws(Stop) -> CardConfiguration? {
        let check = "card configuration"
        report.goes(from: .phone, to: .server, "may this card be added?")
        let answer: IssuerAnswer
        do { answer = try issuer.send(IssuerCall(method: "GET", path: "/cards/\(card)", token: token)) } catch
        {
            report.hear(error, instead: "connection")
            throw Stop()
        }
        guard answer.status == 200 else {
            let problem = IssuerProblem(answer)
            if answer.status == 404, problem?.error == "NOT_FOUND", details != nil {
                report.add(
                    .skipped(
                        .phone, check, "this server has no cards interface; the fixtures say what is needed"))
            } else {
                report.add(.failed(.phone, check, refusal(answer, problem)))
            }
            return nil
        }
        guard let configuration = CardConfiguration(answer) else {
            report.add(.failed(.phone, check, "the answer has not what a PassKit configuration needs"))
            return nil
        }
        report.learn(configuration)
        if let defect = configuration.defects.first {
            report.add(.failed(.phone, check, defect))
        } else if let details, details.pan.lastFour != configuration.suffix {
            report.add(.failed(.phone, check, "primaryAccountSuffix is another card's"))
        } else if !configuration.eligible {
            let reason = configuration.reason ?? "no reason given"
            report.add(.failed(.phone, check, "not eligible (\(reason)): the app would not offer it"))
        } else {
            report.add(
                .passed(
                    .phone, check, "eligible, \(configuration.network), ···· \(configuration.suffix), ECC_V2")
            )
        }
        return configuration
    }

    private func exchange(_ request: PassRequest, _ report: inout AddReport) -> IssuerAnswer? {
        let answer: IssuerAnswer
        do {
            answer = try issuer.send(
                IssuerCall(
                    method: "POST", path: "/cards/\(card)/apple-pay/provisioning", token: token,
                    body: request.json()))
        } catch {
            report.goes(from: .server, to: .phone, "nothing")
            report.hear(error, instead: "answer")
            return nil
        }
        report.hear(answer, to: request, at: now)
        report.goes(from: .server, to: .phone, "\(answer.status) in \(answer.milliseconds) ms")
        if answer.status != 200 { report.add(.failed(.server, "answer", refusal(answer, report.problem))) }
        return answer
    }

    private func members(_ answer: IssuerAnswer, _ report: inout AddReport) -> PassAnswer? {
        guard answer.mediaType == "application/json" else {
            let found = answer.mediaType.isEmpty ? "has no media type" : "is \(printable(answer.mediaType))"
            report.add(.failed(.server, "answer", "200, but the body \(found) and not application/json"))
            return nil
        }
        report.add(.passed(.server, "answer", "200, application/json"))
        report.add(
            .check(
                .server, "not cached", (answer.headers["cache-control"] ?? "").contains("no-store"),
                "Cache-Control: no-store", otherwise: "Cache-Control does not say no-store"))
        do throws(PassAnswer.Defect) {
            let pass = try PassAnswer(body: answer.body)
            report.add(.passed(.server, "members", "the three, canonical base64"))
            return pass
        } catch {
            report.add(.failed(.server, "members", error.sentence))
            return nil
        }
    }

    private func open(
        _ answer: PassAnswer, _ expected: PassContents.Expectation, _ report: inout AddReport
    ) {
        let check = "ephemeral public key"
        do throws(Apple.Defect) { _ = try Apple.publicKey(answer.ephemeralPublicKey) } catch {
            report.add(.failed(.apple, check, error.sentence))
            return
        }
        report.add(.passed(.apple, check, "65 bytes, a point on P-256"))
        do throws(Apple.Defect) {
            let payload = try Apple.open(answer, with: phone.leafKey)
            report.add(.passed(.apple, "encrypted pass data", "opens: ECDH, KDF, AES-256-GCM"))
            for finding in PassContents.findings(in: payload, expecting: expected) { report.add(finding) }
        } catch {
            report.add(.failed(.apple, "encrypted pass data", error.sentence))
        }
    }

    private func refusal(_ answer: IssuerAnswer, _ problem: IssuerProblem?) -> String {
        if let problem {
            let reason = problem.reason.map { " (\($0))" } ?? ""
            return "\(answer.status) \(problem.error)\(reason)"
        }
        let kind = answer.mediaType.isEmpty ? "no media type" : printable(answer.mediaType)
        return "\(answer.status) with \(kind) and no error in the contract's form"
    }
}
