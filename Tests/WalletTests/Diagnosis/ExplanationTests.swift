import Foundation
import TestSupport
import Testing
import Wallet

@Suite struct ExplanationTests {
    private func explanation(_ answer: WrongAnswer, request: [UInt8]? = WrongAnswer.request.json()) throws
        -> Explanation
    {
        Explanation(answer: try answer.bytes(), request: request, answer.circumstances)
    }

    @Test func `a good answer is good in every line`() throws {
        let found = try explanation(WrongAnswer())
        #expect(found.isGood && found.opens && found.deviations.isEmpty)
        #expect(found.findings.allSatisfy { $0.verdict == .passed }, "\(found.findings)")
        #expect(Set(found.findings.map(\.party)) == Set(Finding.Party.allCases))
        #expect(
            found.text(TextStyle(width: 80, coloured: false)).contains("Nothing is wrong with this answer."))
    }

    @Test(arguments: Mistake.all)
    func `a wrong answer has one line that fails, with the deviation's own sentence`(mistake: Mistake) throws
    {
        var answer = WrongAnswer()
        mistake.make(&answer)
        let found = try explanation(answer)
        let failed = found.findings.filter { $0.verdict == .failed }
        #expect(failed.map(\.reason) == [Deviation(mistake.kind, mistake.subject).fault])
        let text = found.text(TextStyle(width: 80, coloured: false))
        #expect(text.contains("What to change") && text.contains(mistake.kind.id))
        #expect(text.contains("Ruled out") == (mistake.kind == .nothingOpens))
        #expect(!found.isGood)
    }

    /// The strict checks and the explanation are different code over the same rules.
    @Test(arguments: Mistake.all)
    func `what is explained is refused by the strict checks too`(mistake: Mistake) throws {
        var answer = WrongAnswer()
        mistake.make(&answer)
        let known = answer.circumstances
        let strict = strictly(try answer.bytes(), known)
        #expect(strict.contains { $0.verdict == .failed }, "\(strict)")
    }

    private func strictly(_ body: [UInt8], _ known: Diagnosis.Circumstances) -> [Finding] {
        guard let pass = try? PassAnswer(body: body), let payload = try? Apple.open(pass, with: known.leafKey)
        else { return [.failed(.apple, "pass", "")] }
        return PassContents.findings(
            in: payload,
            expecting: .init(
                details: known.details, lastFour: nil, cardholderName: nil, network: known.network,
                request: WrongAnswer.request))
            + [
                known.paymentNetwork.finding(
                    in: pass.activationData,
                    .init(
                        card: HonestIssuer.card, details: known.details, network: known.network,
                        nonce: WrongAnswer.nonce, now: HonestIssuer.now))
            ]
    }

    @Test func `without the request and the card what cannot be compared is said`() throws {
        var known = WrongAnswer().circumstances
        (known.request, known.details) = (nil, nil)
        let found = Explanation(answer: try WrongAnswer().bytes(), request: nil, known)
        #expect(found.isGood)
        let skipped = found.findings.filter { $0.verdict == .skipped }.map(\.check)
        #expect(
            skipped == [
                "primaryAccountNumber", "expiration", "name", "nonce", "nonceSignature", "activation data",
            ])
    }

    private static let requests: [(String, @Sendable (inout [String: Any]) -> Void)] = [
        ("certificates: are 1, and should be leaf and intermediate", { $0["certificates"] = ["AA=="] }),
        (
            "certificates: are in the wrong order: the leaf comes first",
            { $0["certificates"] = HonestIssuer.pki.certificates.reversed().map(Base64.encode) }
        ),
        (
            "certificates: are not standard, padded base64 of DER: no PEM, no hexadecimal",
            { $0["certificates"] = [HonestIssuer.pki.leafPEM, HonestIssuer.pki.intermediatePEM] }
        ),
        (
            "certificates: are not DER inside their base64",
            { $0["certificates"] = [HonestIssuer.pki.leafPEM, "x"].map { Base64.encode(Array($0.utf8)) } }
        ),
        (
            "certificates: are of another leaf than the key that is given: nothing can open",
            {
                let other = try! SimulatedPKI.make(now: HonestIssuer.now)
                $0["certificates"] = other.certificates.map(Base64.encode)
            }
        ),
        ("nonce: is missing or no JSON string", { $0["nonce"] = nil }),
        (
            "nonce: has 33 bytes, and may have 1 to 32",
            { $0["nonce"] = Base64.encode(Array(repeating: 0xfb, count: 33)) }
        ),
        (
            "signature: does not verify with the leaf's key over the nonce's bytes",
            { $0["nonce"] = "AAAAAA==" }
        ),
        ("nonce_signature: is missing or no JSON string", { $0["nonce_signature"] = 7 }),
        ("device_type: is neither mobile_phone nor watch", { $0["device_type"] = "iPhone" }),
        ("app_version: is missing or not 1 to 50 of letters, digits and .+_-", { $0["app_version"] = "" }),
    ]

    @Test(arguments: requests.indices)
    func `a wrong request is told by its field`(index: Int) throws {
        let (reason, change) = Self.requests[index]
        let body = Data(WrongAnswer.request.json())
        var object = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
        change(&object)
        let reading = RequestReading(
            Array(try JSONSerialization.data(withJSONObject: object)), leafKey: HonestIssuer.pki.leafKey)
        #expect(
            reading.findings.filter { $0.verdict == .failed }.map { "\($0.check): \($0.reason)" }.contains(
                reason))
    }

    @Test func `a good request reads back as it was`() throws {
        let reading = RequestReading(WrongAnswer.request.json(), leafKey: HonestIssuer.pki.leafKey)
        #expect(reading.findings.allSatisfy { $0.verdict == .passed })
        #expect(reading.request?.nonce == WrongAnswer.nonce)
        #expect(reading.request?.certificates == HonestIssuer.pki.certificates)
    }

    @Test func `a refusal is explained by its reason`() {
        let body = Array(#"{"error":"APPLE_PAY_INVALID_DATA","reason":"nonce_replayed"}"#.utf8)
        let found = Explanation(answer: body, request: nil, status: 400, WrongAnswer.circumstances)
        #expect(found.findings.map(\.reason) == ["400 APPLE_PAY_INVALID_DATA (nonce_replayed)"])
        #expect(found.text(TextStyle(width: 80, coloured: false)).contains("fresh nonce"))
    }

    @Test func `an explanation shows nothing of what it opened, in any form`() throws {
        for mistake in Mistake.all {
            var answer = WrongAnswer()
            mistake.make(&answer)
            let found = try explanation(answer)
            for text in [found.text(TextStyle(width: 60, coloured: true)), found.json()] {
                for secret in ["411111", "Zoë", WrongAnswer.nonce.hex, WrongAnswer.signature.hex] {
                    #expect(!text.contains(secret))
                }
            }
        }
    }
}
