import Foundation
import TestSupport
import Testing
import Wallet

/// No secret of a request comes out anywhere: unique marks are sent and everything that was written is searched.
@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct CanaryTests {
    @Test func `the log, the metrics, the answers and the dump of the database hold no secret`() throws {
        let server = try RunningServer(database: try Demonstration.database())
        let card = server.card("active_visa")
        let nonce = (0..<32).map { _ in UInt8.random(in: 0...255) }
        let good = try server.phone().request(nonce: nonce)
        var forged = good
        forged.nonceSignature[5] ^= 1
        var untrusted = good
        untrusted.certificates.reverse()
        untrusted.certificates[0][100] ^= 1

        var marks = Demonstration.pans.flatMap { Marks.of($0) } + Marks.of(nonce)
        marks += Marks.inRequest(good.json())
        marks += server.alice.split(separator: ".").map(String.init)
        var written = ""
        for body in [good, good, forged, untrusted].map({ $0.json() }) + [Array(good.json().dropLast())] {
            let answer = try server.provision(card, token: server.alice, body: body)
            if answer.status == 200 {
                let pass = try PassAnswer(body: answer.body)
                marks += Marks.of(pass.encryptedPassData) + Marks.of(pass.activationData)
            } else {
                written += answer.headers.map { "\($0.0): \($0.1)\n" }.joined()
                written += String(decoding: answer.body, as: UTF8.self)
            }
        }
        for name in ["active_mastercard", "active_otp"] {
            let body = try server.phone().request().json()
            let pass = try PassAnswer(
                body: server.provision(server.card(name), token: server.alice, body: body).body)
            marks += Marks.of(pass.activationData)
        }
        let wsdKey = try #require(server.fixtures.activation?.visaWSDKeyHex)
        marks += Marks.of(wsdKey) + Marks.of([UInt8](hex: wsdKey))
        _ = try server.provision(card, token: server.alice + "x", body: good.json())
        _ = try server.get(
            "/cards/\(Demonstration.pans[0])?pan=\(Demonstration.pans[0])", token: server.alice)
        let evil = [("X-Request-Id", Demonstration.pans[0]), ("User-Agent", Demonstration.pans[0])]
        written += String(decoding: try server.get("/readyz", headers: evil).body, as: UTF8.self)
        Thread.sleep(forTimeInterval: 0.5)  // the refusals are recorded after their answers
        written += server.log
        written += try run(["pg_dump", "--inserts", server.database.url])

        #expect(written.contains("nonce_replayed") && written.contains("nonce_signature_invalid"))
        for mark in Set(marks) where mark.utf8.count >= 12 {
            #expect(!written.contains(mark), "a mark of \(mark.utf8.count) characters came out")
        }
    }

    @Test func `a mark is found in each form, or the search could not fail`() {
        let secret: [UInt8] = Array("4111111111111111".utf8)
        let marks = Marks.of("4111111111111111")
        for shift in 0..<3 {
            let text = Data([UInt8](repeating: 0x41, count: shift) + secret + [0x42, 0x43])
                .base64EncodedString()
            #expect(marks.contains { text.contains($0) }, "alignment \(shift)")
        }
        #expect(marks.contains("34313131313131313131313131313131"))
        #expect(marks.contains("1111111111111114"))
    }

    /// What `deploy/canary` says of a folder with this text in a file of that name.
    private func canary(_ text: [UInt8], in name: String, marksOf source: String) throws -> ProgramOutcome {
        let folder = try TemporaryFolder()
        let deploy = projectFolder.appendingPathComponent("deploy")
        let marks = try runProgram(deploy.appendingPathComponent("pan-marks"), [source])
        #expect(marks.code == 0 && marks.errors.isEmpty)
        try Data(marks.output.utf8).write(to: folder.url.appendingPathComponent("pans.marks"))
        try Data(text).write(to: folder.url.appendingPathComponent(name))
        return try runProgram(deploy.appendingPathComponent("canary"), [folder.url.path])
    }

    @Test(arguments: ["server.log", "database.dump"])
    func `a PAN of the sources that was planted in what was written is found, however it is written`(
        name: String
    ) throws {
        let source = Demonstration.script("cards.csv")
        let pan = Demonstration.pans[2]
        var forms = [
            pan, String(pan.reversed()), Array(pan.utf8).hex,
            "\(pan.prefix(4)) \(pan.dropFirst(4).prefix(4)) \(pan.dropFirst(8).prefix(4)) \(pan.suffix(4))",
        ]
        for shift in 0..<3 {
            let around = Array("abc".utf8.prefix(shift)) + Array(pan.utf8) + Array("xyz".utf8)
            forms.append(Data(around).base64EncodedString())
        }
        for form in forms {
            let text = [0, 0xff, 0x0a] + Array("COPY vault.cards\t\(form)\n".utf8) + [0]
            let outcome = try canary(text, in: name, marksOf: source)
            #expect(outcome.code == 1, "\(form)")
            #expect(outcome.errors.hasPrefix("canary: a secret is in ") && !outcome.errors.contains(form))
        }
        let clean = try canary(Array("4242424242424241 of 16 digits\n".utf8), in: name, marksOf: source)
        #expect(clean.code == 0 && clean.output.hasPrefix("canary: none of "))
    }

    @Test func `a search without a mark, or without a file, shows nothing and says so`() throws {
        let nothing = try canary(Array("x\n".utf8), in: "server.log", marksOf: "/dev/null")
        #expect(nothing.code == 1 && nothing.errors.contains("no secret to look for"))
        let nowhere = try canary([], in: "other", marksOf: Demonstration.script("cards.csv"))
        #expect(nowhere.code == 1 && nowhere.errors.contains("no file to look in"))
    }
}
