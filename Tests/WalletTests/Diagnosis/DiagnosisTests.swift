import TestSupport
import Testing
import Wallet

@Suite struct DiagnosisTests {
    private func diagnosis(
        _ answer: WrongAnswer, _ known: Diagnosis.Circumstances? = nil
    ) throws -> Diagnosis { Diagnosis(of: try answer.bytes(), known ?? answer.circumstances) }

    @Test func `a good answer opens, and nothing is wrong with it`() throws {
        let answer = WrongAnswer()
        let found = try diagnosis(answer)
        #expect(found.deviations.isEmpty, "\(found)")
        #expect(found.payload == answer.payload)
        #expect(found.network?.verdict == .passed)
    }

    @Test func `a hundred good answers raise no alarm`() throws {
        for _ in 0..<100 {
            let found = try diagnosis(WrongAnswer())
            #expect(found.deviations.isEmpty, "\(found)")
        }
    }

    @Test func `activation data that are letters and digits alone are not taken for base64 twice`() throws {
        for text in ["ABCD1234EFGH5678", "0123456789abcdef01234567"] {
            var answer = WrongAnswer()
            answer.activation = Array(text.utf8)
            #expect(try diagnosis(answer).deviations.map(\.kind) == [.activationUnknown])
        }
    }

    @Test func `good activation data of each kind is good`() throws {
        for (network, text) in [
            ("visa", WrongAnswer.mbpac()), ("mastercard", WrongAnswer.tav()),
            ("mastercard", WrongAnswer.tav(version: "4")), ("visa", WrongAnswer.otp()),
            ("mastercard", WrongAnswer.otp()),
        ] {
            var answer = WrongAnswer()
            answer.network = network
            answer.activation = Array(text.utf8)
            let found = try diagnosis(answer)
            #expect(found.deviations.isEmpty && found.network?.verdict == .passed, "\(found)")
        }
    }

    @Test(arguments: Mistake.all)
    func `a wrong answer is opened, and exactly its one mistake is named`(mistake: Mistake) throws {
        var answer = WrongAnswer()
        mistake.make(&answer)
        let found = try diagnosis(answer)
        let named = found.deviations.map { "\($0.kind.id) \($0.subject)" }
        #expect(named == [mistake.testDescription])
        #expect(found.payload == (mistake.opens ? answer.payload : nil))
        #expect(found.ruledOut.isEmpty == (mistake.kind != .nothingOpens))
    }

    @Test func `every deviation there is has a wrong answer in these tests`() {
        let elsewhere: [Deviation.Kind] = [
            .pointIsRecipient, .pointReused, .ofAnother, .versionWrong, .productTypeWrong,
        ]
        #expect(Set(Mistake.all.map(\.kind)).isDisjoint(with: elsewhere))
        #expect(Set(Mistake.all.map(\.kind)).union(elsewhere) == Set(Deviation.Kind.all))
        #expect(Set(Deviation.Kind.all.map(\.id)).count == Deviation.Kind.all.count)
    }

    @Test(arguments: Deviation.Kind.all)
    func `every deviation says in a sentence each what is wrong and what to change`(kind: Deviation.Kind) {
        let deviation = Deviation(kind, "expiration")
        for sentence in [deviation.fault, deviation.remedy] {
            #expect(sentence.hasSuffix(".") && sentence.count > 12 && !sentence.contains("{"), "\(sentence)")
        }
        #expect(Deviation.Part.allCases.contains(kind.part))
    }

    /// Each pair or three of mistakes in different steps, among those that servers make most.
    @Test func `mistakes that come together are named together`() throws {
        let mistakes = [
            Mistake.derivations[0], Mistake.ciphers[1], Mistake.ciphers[7], Mistake.keys[0],
            Mistake.encodings[0],
            Mistake.clearTexts[0], Mistake.fields[13],
        ]
        for first in mistakes.indices {
            for second in mistakes.indices where second > first {
                let third = mistakes[(second + 1) % mistakes.count]
                let three = second + 1 < mistakes.count ? [third] : []
                let together = [mistakes[first], mistakes[second]] + three
                var answer = WrongAnswer()
                for mistake in together { mistake.make(&answer) }
                let found = try diagnosis(answer)
                #expect(Set(found.deviations.map(\.kind)) == Set(together.map(\.kind)), "\(found)")
                #expect(found.payload == answer.payload)
            }
        }
    }

    @Test func `an ephemeral key that another answer had is named, in whatever form it is sent`() throws {
        var answer = WrongAnswer()
        let first = try answer.bytes()
        var known = WrongAnswer.circumstances
        known.otherAnswers = [first]
        #expect(try diagnosis(answer, known).deviations.map(\.kind) == [.pointReused])
        answer.key = { $1 }
        #expect(try diagnosis(answer, known).deviations.map(\.kind) == [.pointSPKI, .pointReused])
        #expect(try diagnosis(WrongAnswer(), known).deviations.isEmpty)
    }

    @Test func `the certificate's own key sent back is named`() throws {
        for key in [HonestIssuer.pki.leafKey, HonestIssuer.pki.intermediateKey] {
            var answer = WrongAnswer()
            let point = try key.point()
            answer.key = { _, _ in point }
            let found = try diagnosis(answer)
            #expect(found.deviations.map(\.kind) == [.pointIsRecipient, .nothingOpens])
        }
    }

    @Test func `a nonce and a signature of another request are told from any others`() throws {
        var other = WrongAnswer.request
        other.nonce = [1, 2, 3, 4]
        other.nonceSignature = try HonestIssuer.pki.leafKey.signRaw(other.nonce)
        var known = WrongAnswer.circumstances
        known.otherRequests = [other]
        for (field, old, new) in [
            ("nonce", WrongAnswer.nonce, other.nonce),
            ("nonceSignature", WrongAnswer.signature, other.nonceSignature),
        ] {
            var answer = WrongAnswer()
            answer.replace(old.hex, new.hex)
            let found = try diagnosis(answer, known).deviations
            #expect(found.map(\.kind) == [.ofAnother] && found.map(\.subject) == [field])
        }
    }

    @Test func `a Mastercard payload may say its product type and version, and each can be wrong`() throws {
        var known = WrongAnswer.circumstances
        known.network = "mastercard"
        known.request?.productType = "MDG"
        known.paymentNetwork = PaymentNetwork()
        for (type, version, wrong) in [
            ("MDG", "\"1\"", []), ("MDG", "1", [.versionWrong]), ("MDG", "\"2\"", [.versionWrong]),
            ("MWE", "\"1\"", [.productTypeWrong]),
        ] as [(String, String, [Deviation.Kind])] {
            var answer = WrongAnswer()
            answer.replace("\"}", "\",\"productType\":\"\(type)\",\"version\":\(version)}")
            #expect(try diagnosis(answer, known).deviations(in: .payload).map(\.kind) == wrong)
            #expect(try diagnosis(answer).deviations.map(\.kind) == [.fieldsExtra])
        }
    }

    @Test func `neither print nor dump shows what was opened`() throws {
        let found = try diagnosis(WrongAnswer())
        var dumped = ""
        dump(found, to: &dumped)
        for text in ["\(found)", String(reflecting: found), dumped, "\([found])"] {
            #expect(!text.contains("411111") && !text.contains("52, 49, 49"), "\(text)")
        }
    }

    @Test func `no sentence repeats what a wrong answer held`() throws {
        for mistake in Mistake.all {
            var answer = WrongAnswer()
            mistake.make(&answer)
            for deviation in try diagnosis(answer).deviations {
                let text = deviation.fault + deviation.remedy + deviation.subject
                #expect(!text.contains("411111") && !text.contains(WrongAnswer.nonce.hex))
            }
        }
    }
}
