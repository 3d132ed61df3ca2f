import Cryptography
import Foundation
import Provisioning
import TestSupport
import Testing
import Vault
import Wallet

/// What came of one request: the answer or the error, and the record.
private struct Outcome {
    var answer: ProvisioningAnswer?
    var error: ProvisioningError?
    var lines: [String]

    init(_ issuer: TestIssuer, _ store: MemoryStore, _ provisioner: Provisioner? = nil) throws {
        let provisioner = try provisioner ?? issuer.provisioner()
        var checks = untimedChecks()
        do {
            answer = try provisioner.provision(
                issuer.request(), store: store, now: testTime, checks: &checks)
        } catch {
            self.error = error
        }
        lines = checks.lines.map(text)
    }

    var refusal: Refusal? { if case .refused(let refusal, _) = error { refusal } else { nil } }
    var failure: Failure? { if case .failed(let failure) = error { failure } else { nil } }
}

private func text(_ check: Check) -> String {
    "\(check.rule) \(check.verdict.rawValue)"
        + (check.detail.utf8CodeUnitCount == 0 || "\(check.rule)".hasPrefix("C")
            ? "" : ": \(check.detail)")
}

private let chainLines = (1...12).map { "C\($0 < 10 ? "0" : "")\($0) passed" }
private let signedLines = chainLines + ["nonce_signature passed"]

@Suite struct `Provisioner, the straight line` {
    @Test func `a good request is answered with what Apple can open`() throws {
        let issuer = try TestIssuer()
        let store = try issuer.store()
        let outcome = try Outcome(issuer, store)
        let answer = try #require(outcome.answer)
        #expect(
            try issuer.open(answer)
                == #"{"primaryAccountNumber":"4111111111111111","expiration":"12/30","#
                + #""name":"Alice Example","nonce":"c5846fb5","nonceSignature":"\#(issuer.signature.hex)"}"#)
        #expect(answer.ephemeralPublicKey.count == 65)
        #expect(store.failures.isEmpty)
    }

    @Test func `the issuer accepts the password of a good answer, for this card and nonce only`() throws {
        let issuer = try TestIssuer()
        let answer = try #require(Outcome(issuer, issuer.store()).answer)
        let network = PaymentNetwork(otpKey: issuer.otpKey)
        var question = PaymentNetwork.Question(
            card: issuer.cardID.uuidString, details: nil, network: "visa", nonce: issuer.nonce,
            now: testTime.seconds)
        #expect(network.finding(in: answer.activationData, question).verdict == .passed)
        question.nonce[3] ^= 1
        #expect(network.finding(in: answer.activationData, question).verdict == .failed)
        question.nonce = issuer.nonce
        question.card = UUID().uuidString
        #expect(network.finding(in: answer.activationData, question).verdict == .failed)
    }

    @Test(arguments: [
        (ActivationProvider.visaMBPAC, Network.visa), (.mastercardTAV3, .mastercard),
        (.mastercardTAV4, .mastercard), (.issuerOTP, .mastercard),
    ])
    func `the network accepts the activation data of a good answer, and Apple finds the pass complete`(
        provider: ActivationProvider, network: Network
    ) throws {
        var issuer = try TestIssuer()
        if network == .mastercard { issuer.pan = "5555555555554444" }
        let product = network == .mastercard ? "DEBIT" : nil
        let card = try issuer.card(network: network, activation: provider, productType: product)
        let answer = try #require(Outcome(issuer, issuer.store(card)).answer)
        let details = CardDetails(
            pan: TestPAN(issuer.pan), expiryMonth: 12, expiryYear: 2030, cardholderName: "Alice Example")
        let finding = PaymentNetwork(
            otpKey: issuer.otpKey, mastercardKey: ActivationFixture.rsa,
            visaKey: ActivationFixture.wsdKey, visaKeySetID: "417190.1"
        ).finding(
            in: answer.activationData,
            PaymentNetwork.Question(
                card: issuer.cardID.uuidString, details: details, network: network.rawValue,
                nonce: issuer.nonce, now: testTime.seconds))
        #expect(finding.verdict == .passed, "\(finding.reason)")
        let payload = try issuer.open(answer)
        #expect(
            payload.hasSuffix(#","productType":"DEBIT","version":"1"}"#) == (network == .mastercard))
    }

    @Test(arguments: [
        (Network.mastercard, "4111111111111111"), (.amex, "4111111111111111"),
        (.discover, "4111111111111111"),
        (.visa, "5555555555554444"),
    ])
    func `a PAN of another network than its program's is not provisioned`(network: Network, pan: String)
        throws
    {
        var issuer = try TestIssuer()
        issuer.pan = pan
        let outcome = try Outcome(issuer, issuer.store(issuer.card(network: network)))
        guard case .failed(.activationFailed) = outcome.error else {
            Issue.record("\(String(describing: outcome.error))")
            return
        }
        #expect(
            outcome.lines.suffix(2) == [
                "vault passed", "activation failed: the PAN is not of the program's network",
            ])
    }

    @Test(arguments: [
        (Network.visa, ["4"]), (.mastercard, ["2", "5", "6"]), (.amex, ["34", "37"]),
        (.discover, ["3", "6"]),
    ])
    func `a network's PANs begin as the network's do, and as no other`(network: Network, beginnings: [String])
        throws
    {
        var seen = 0
        for beginning in 10...99 {
            let isExpected = beginnings.contains { "\(beginning)".hasPrefix($0) }
            for last in 0...9 {
                // The one last digit of ten that Luhn's check takes.
                let digits = SecretBytes(copying: Array("\(beginning)000000000000\(last)".utf8))
                guard let pan = try? PAN(digits) else { continue }
                seen += 1
                #expect(network.mayIssue(pan) == isExpected, "\(beginning)")
            }
        }
        #expect(seen == 90)
    }

    @Test func `the attempt is committed with the digest of the very authcode that the network finds`() throws
    {
        let issuer = try TestIssuer()
        let store = try issuer.store(issuer.card(activation: .visaMBPAC))
        let dice = Dice([Dice.authcode("ZZLGEZ"), Dice.printable("AB3x")])
        let answer = try #require(
            Outcome(issuer, store, issuer.provisioner(randomness: dice.randomness)).answer)
        let keys = try ReplayKeys(
            newest: SecretBytes(copying: [UInt8](repeating: 7, count: 32)), previous: nil)
        let digest = try keys.digest(
            of: Authcode(from: Dice([Dice.authcode("ZZLGEZ")]).randomness), card: issuer.cardID)
        #expect(store.questions.map(\.authcodeDigest) == [digest])
        var fixture = ActivationFixture(.visaMBPAC)
        fixture.nonce = issuer.nonce
        fixture.randomness = Dice([Dice.authcode("ZZLGEZ"), Dice.printable("AB3x")]).randomness
        #expect(try answer.activationData == fixture.data())
    }

    @Test func `the authcode is drawn before the store is asked, for every network`() throws {
        let issuer = try TestIssuer()
        let journal = issuer.journal
        let provisioner = try issuer.provisioner(
            randomness: { [journal] (count: Int) throws(CryptographyError) in
                journal.write("\(count) random bytes")
                return [UInt8](repeating: 0, count: count)
            })
        #expect(try Outcome(issuer, issuer.store(), provisioner).answer != nil)
        #expect(journal.entries == ["6 random bytes", "authorise", "vault", "ephemeral key"])
    }

    @Test func `a policy that cannot work makes no provisioner`() throws {
        var issuer = try TestIssuer()
        issuer.policy = .keys([])
        #expect(throws: ConfigurationError.nonceKeysMissing) { try issuer.provisioner() }
        issuer.policy = .forward
        #expect(try issuer.provisioner().noncePolicyName == .forward)
    }

    @Test func `a signature that is forwarded reaches Apple unchanged, and the record says so`() throws {
        var issuer = try TestIssuer()
        issuer.policy = .forward
        issuer.signature = [UInt8](0x80..<0xD1)
        let store = try issuer.store()
        let outcome = try Outcome(issuer, store)
        let payload = try issuer.open(#require(outcome.answer))
        #expect(payload.contains(#""nonceSignature":"\#(issuer.signature.hex)"}"#))
        #expect(
            store.questions[0].checks.map(text).last
                == "nonce_signature not_verified: forwarded, not verified")
        #expect(store.questions[0].noncePolicy == .forward)
    }

    @Test func `the steps follow in their order, and no PAN is opened before the attempt is committed`()
        throws
    {
        let issuer = try TestIssuer()
        let outcome = try Outcome(issuer, issuer.store())
        #expect(issuer.journal.entries == ["authorise", "vault", "ephemeral key"])
        #expect(
            outcome.lines == signedLines + [
                "authorise passed", "vault passed", "activation passed", "ecc_v2 passed",
            ])
    }

    @Test func `the store is asked with the record so far and with no nonce in it`() throws {
        let issuer = try TestIssuer()
        let store = try issuer.store()
        _ = try Outcome(issuer, store)
        let question = try #require(store.questions.first)
        #expect(store.questions.count == 1)
        #expect(question.checks.map(text) == signedLines)
        #expect(question.cardholder == "alice")
        #expect(question.card == issuer.cardID)
        #expect(question.noncePolicy == .leaf)
        #expect(question.authcodeDigest?.count == 32)
        let keys = try ReplayKeys(
            newest: SecretBytes(copying: [UInt8](repeating: 7, count: 32)), previous: nil)
        #expect(
            try question.nonceDigests == keys.digests(of: issuer.nonce, cardholder: "alice"))
    }

    @Test func `300 answers have 300 ephemeral keys`() throws {
        var issuer = try TestIssuer()
        let store = try issuer.store()
        let provisioner = try issuer.provisioner()
        var keys: Set<[UInt8]> = []
        for number in 0..<300 {
            issuer.nonce = [UInt8(number >> 8), UInt8(number & 0xFF)]
            issuer.signature = try issuer.pki.leafKey.sign(issuer.nonce, .sha256)
            keys.insert(try #require(Outcome(issuer, store, provisioner).answer).ephemeralPublicKey)
        }
        #expect(keys.count == 300)
    }

    @Test func `the same nonce again is a replay, however its signature is written`() throws {
        var issuer = try TestIssuer()
        let store = try issuer.store()
        #expect(try Outcome(issuer, store).answer != nil)
        issuer.signature = try issuer.pki.leafKey.signRaw(issuer.nonce)
        let again = try Outcome(issuer, store)
        #expect(again.refusal == .nonceReplayed)
        #expect(again.lines == signedLines + ["authorise refused"])
        #expect(issuer.journal.entries.filter { $0 == "vault" }.count == 1)
    }
}

@Suite struct `Provisioner, refusals` {
    @Test func `a chain that is not trusted costs no query`() throws {
        var issuer = try TestIssuer()
        issuer.certificates = try SimulatedPKI.make(now: testTime.seconds).certificates
        let outcome = try Outcome(issuer, issuer.store())
        #expect(outcome.refusal == .certificateUntrusted)
        #expect(issuer.journal.entries == [])
    }

    @Test func `a leaf that is a day past its end is refused by the time that was given`() throws {
        let issuer = try TestIssuer()
        var checks = untimedChecks()
        let late = UnixTime(seconds: testTime.seconds + 3 * 366 * 86_400)
        let provisioner = try issuer.provisioner()
        let store = try issuer.store()
        #expect {
            try provisioner.provision(issuer.request(), store: store, now: late, checks: &checks)
        } throws: { error in
            guard case ProvisioningError.refused(.certificateExpired, nil) = error else { return false }
            return true
        }
        #expect(issuer.journal.entries == [])
    }

    @Test func `a nonce signature that does not verify costs no query`() throws {
        var issuer = try TestIssuer()
        issuer.nonce[0] ^= 1
        let outcome = try Outcome(issuer, issuer.store())
        #expect(outcome.refusal == .nonceSignatureInvalid)
        #expect(outcome.lines == chainLines + ["nonce_signature refused: does not verify"])
        #expect(issuer.journal.entries == [])
    }

    @Test func `the chain is judged before the nonce's signature`() throws {
        var issuer = try TestIssuer()
        issuer.certificates.removeLast()
        issuer.signature = [0]
        #expect(try Outcome(issuer, issuer.store()).refusal == .certificateCount)
    }

    @Test(arguments: Refusal.allCases)
    func `what the store refuses is passed on, and opens no PAN`(refusal: Refusal) throws {
        let issuer = try TestIssuer()
        let store = try issuer.store()
        store.refusal = (refusal, retryAfter: 17)
        let outcome = try Outcome(issuer, store)
        guard case .refused(refusal, retryAfter: 17) = outcome.error else {
            Issue.record("\(String(describing: outcome.error))")
            return
        }
        #expect(outcome.lines.last == "authorise refused")
        #expect(issuer.journal.entries == ["authorise"])
    }

    @Test(arguments: [StoreError.unavailable, .timedOut, .incompatible])
    func `a store that does not decide is unavailable, and opens no PAN`(error: StoreError) throws {
        let issuer = try TestIssuer()
        let store = try issuer.store()
        store.outage = error
        let outcome = try Outcome(issuer, store)
        guard case .unavailable(error) = outcome.error else {
            Issue.record("\(String(describing: outcome.error))")
            return
        }
        #expect(outcome.lines.last == "authorise failed")
        #expect(issuer.journal.entries == ["authorise"])
    }
}
