import Foundation
import TestSupport
import Testing
import Wallet

/// The program as a person starts it.
@Suite struct CommandTests {
    @Test func `a card is added over HTTP, with everything from the fixtures file, and the exit status is 0`()
        throws
    {
        try withFolder { folder in
            let server = honestServer()
            let run = try runWallet(
                "add", "--fixtures", walletFixtures(server.address, in: folder), folder: folder)
            #expect(run.status == 0, "\(run.output)\(run.complaint)")
            #expect(run.output.contains("Card Added"))
            #expect(!run.output.contains("✗") && !run.output.contains("–") && !run.output.contains("\u{1b}"))
            #expect(!(run.output + run.complaint).contains("411111111111"))
            #expect(!(run.output + run.complaint).contains("token-of-alice"))
        }
    }

    @Test func `machines get JSON, and the watch is named`() throws {
        try withFolder { folder in
            let server = honestServer()
            let run = try runWallet(
                "add", "--json", "--device", "watch", "--fixtures",
                walletFixtures(server.address, in: folder),
                "--card", HonestIssuer.card, folder: folder)
            #expect(run.status == 0)
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
            #expect(object["added"] as? Bool == true)
            #expect(object["device"] as? String == "watch")
        }
    }

    @Test func `a wrong pass, a wrong token and no server are each a no with its reason`() throws {
        try withFolder { folder in
            var wrong = HonestIssuer()
            wrong.payload = { $0 = $0.replacingOccurrences(of: "12/30", with: "12/31") }
            let server = honestServer(wrong)
            let path = try walletFixtures(server.address, in: folder)
            let pass = try runWallet("add", "--fixtures", path, folder: folder)
            #expect(pass.status == 1)
            #expect(pass.output.contains("is 12/31, and the card's is 12/30"))
            #expect(pass.output.contains("Could Not Add Card"))

            let token = try runWallet("add", "--fixtures", path, "--token", "another", folder: folder)
            #expect(token.status == 1)
            #expect(token.output.contains("401 UNAUTHORIZED"))

            let port = SmallServer { _ in .nothing }.port
            let away = try runWallet(
                "add", "--fixtures", path, "--url", "http://127.0.0.1:\(port)", folder: folder)
            #expect(away.status == 1)
            #expect(away.output.contains("nobody listens at this address"))
            #expect(away.output.contains("Could Not Add Card"))
        }
    }

    @Test(
        arguments: [
            ([], "a command is needed"), (["dance"], "the command is not known"),
            (["add", "--dance"], "--dance is not known here"), (["add", "--url"], "--url needs a value"),
            (["add", "--url", "x", "--url", "y"], "--url stands twice"),
            (["add", "word"], "a word too many"),
            (["add"], "--url is needed"),
            (["add", "--url", "nowhere"], "--url is not an http or https address"),
            (["add", "--url", "http://h", "--card", "7"], "--card is not a UUID"),
            (["add", "--url", "http://h"], "--card is needed"),
            (["add", "--url", "http://h", "--card", HonestIssuer.card], "--pki is needed"),
            (["pki"], "--folder is needed"),
        ] as [([String], String)])
    func `wrong usage is one sentence and exit status 2`(words: [String], sentence: String) throws {
        try withFolder { folder in
            let run = try runWallet(words, folder: folder)
            #expect(run.status == 2)
            #expect(run.complaint.contains(sentence), "\(run.complaint)")
            #expect(run.output.isEmpty)
        }
    }

    @Test func `a fixtures file that is missing or is none is exit status 78`() throws {
        try withFolder { folder in
            let missing = try runWallet("add", "--fixtures", "nothing.json", folder: folder)
            #expect(missing.status == 78)
            #expect(missing.complaint.contains("nothing.json cannot be read"))
            try "[]".write(
                to: folder.appendingPathComponent("list.json"), atomically: true, encoding: .utf8)
            let none = try runWallet("add", "--fixtures", "list.json", folder: folder)
            #expect(none.status == 78)
            #expect(none.complaint.contains("list.json is not a fixtures file"))
        }
    }

    @Test func `pki writes keys for their owner alone and leaves a chain that is there`() throws {
        try withFolder { folder in
            let path = folder.appendingPathComponent("pki").path
            #expect(try runWallet("pki", "--folder", path, folder: folder).status == 0)
            let pki = PKIFolder(path: path)
            for name in PKIFolder.names {
                let attributes = try FileManager.default.attributesOfItem(atPath: pki.key(name))
                #expect(attributes[.posixPermissions] as? Int == 0o600)
                let key = try SimulatedKey(
                    privateKeyPEM: String(contentsOfFile: pki.key(name), encoding: .utf8))
                let text = try String(contentsOfFile: pki.certificate(name), encoding: .utf8)
                let certificate = try #require(try PEM.certificates(in: text).first)
                #expect(try certificate.hex.contains(key.point().hex))
            }
            #expect(
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o700)
            let first = try String(contentsOfFile: pki.key("root"), encoding: .utf8)
            let again = try runWallet("pki", "--folder", path, folder: folder)
            #expect(again.status == 1)
            #expect(again.complaint.contains("holds a chain already"))
            #expect(try String(contentsOfFile: pki.key("root"), encoding: .utf8) == first)
            #expect(try runWallet("pki", "--folder", path, "--replace", folder: folder).status == 0)
            #expect(try String(contentsOfFile: pki.key("root"), encoding: .utf8) != first)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 6)
            #expect(try runWallet("pki", "--folder", "/proc/nothing", folder: folder).status == 1)
        }
    }
}
