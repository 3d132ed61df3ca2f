import Foundation
import TestSupport
import Testing
import Wallet

/// `add --save` and `explain` as a person starts them.
@Suite struct ExplainCommandTests {
    /// Adds a card through `issuer` and saves the exchange; the fixtures' path and the saved file's.
    private func saved(
        _ issuer: HonestIssuer, _ more: [String] = [], in folder: URL
    ) throws -> (fixtures: String, file: String, run: Run) {
        let server = honestServer(issuer)
        let fixtures = try walletFixtures(server.address, in: folder)
        let file = folder.appendingPathComponent("saved.json").path
        let run = try runWallet(["add", "--fixtures", fixtures, "--save", file] + more, folder: folder)
        return (fixtures, file, run)
    }

    @Test func `a saved answer is for its owner alone, holds no key and no token, and is explained as good`()
        throws
    {
        try withFolder { folder in
            let (fixtures, file, added) = try saved(HonestIssuer(), in: folder)
            #expect(added.status == 0)
            #expect(added.complaint.contains("no token and no private key"))
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(!text.contains("PRIVATE") && !text.contains("token-of") && !text.contains("411111"))
            let explained = try runWallet("explain", file, "--fixtures", fixtures, folder: folder)
            #expect(explained.status == 0, "\(explained.output)\(explained.complaint)")
            #expect(explained.output.contains("Nothing is wrong"))
            #expect(!explained.output.contains("✗") && !explained.output.contains("–"))
        }
    }

    @Test func `what add refuses it explains at once, and explain says the same of the saved file`() throws {
        try withFolder { folder in
            var issuer = HonestIssuer()
            issuer.sealing = { $0.iv = [UInt8](repeating: 0, count: 16) }
            let (fixtures, file, added) = try saved(issuer, in: folder)
            #expect(added.status == 1)
            #expect(added.output.contains("First wrong") && added.output.contains("cipher.iv16"))
            let explained = try runWallet(["explain", file, "--fixtures", fixtures], folder: folder)
            #expect(explained.status == 1)
            #expect(
                explained.output.contains("cipher.iv16")
                    && explained.output.contains("EVP_CTRL_AEAD_SET_IVLEN"))
            let machine = try runWallet(["explain", file, "--fixtures", fixtures, "--json"], folder: folder)
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(machine.output.utf8)) as? [String: Any])
            #expect((object["deviations"] as? [[String: String]])?.map { $0["id"] } == ["cipher.iv16"])
            #expect(object["opens"] as? Bool == true && object["good"] as? Bool == false)
        }
    }

    @Test func `with its secrets a saved answer is enough alone`() throws {
        try withFolder { folder in
            let (_, file, added) = try saved(HonestIssuer(), ["--save-secrets"], in: folder)
            #expect(added.complaint.contains("keep it secret"))
            let elsewhere = folder.appendingPathComponent("elsewhere")
            try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
            let explained = try runWallet("explain", file, folder: elsewhere)
            #expect(explained.status == 0, "\(explained.complaint)")
            #expect(explained.output.contains("the card's"))
            #expect(!explained.output.contains("411111"))
        }
    }

    @Test func `the body of an answer alone is read from standard input`() throws {
        try withFolder { folder in
            let key = folder.appendingPathComponent("leaf.pem").path
            try HonestIssuer.pki.leafKey.privateKeyPEM().write(toFile: key, atomically: true, encoding: .utf8)
            let request = folder.appendingPathComponent("request.json")
            try Data(WrongAnswer.request.json()).write(to: request)
            var answer = WrongAnswer()
            answer.key = { $1 }
            let bytes = try answer.bytes()
            let alone = try runWallet(["explain", "--leaf-key", key], folder: folder, input: bytes)
            #expect(alone.status == 1 && alone.output.contains("ephemeral_key.spki"))
            #expect(alone.output.contains("not compared"))
            let both = try runWallet(
                ["explain", "-", "--leaf-key", key, "--request", request.path, "--card", HonestIssuer.card],
                folder: folder, input: bytes)
            #expect(both.status == 1 && both.output.contains("What was sent"))
            let other = folder.appendingPathComponent("other.json")
            try Data(bytes).write(to: other)
            let twice = try runWallet(
                ["explain", "--leaf-key", key, "--other", other.path], folder: folder, input: bytes)
            #expect(twice.output.contains("ephemeral_key.reused"))
        }
    }

    @Test(arguments: [(0, 1), (1, 78)])
    func `an answer of 1 MiB is explained, and one of a byte more is not read`(more: Int, status: Int32)
        throws
    {
        try withFolder { folder in
            let key = folder.appendingPathComponent("leaf.pem").path
            try HonestIssuer.pki.leafKey.privateKeyPEM().write(toFile: key, atomically: true, encoding: .utf8)
            var answer = WrongAnswer()
            answer.key = { $1 }
            let bytes = try answer.bytes()
            let long = bytes + [UInt8](repeating: 0x20, count: (1 << 20) + more - bytes.count)
            let file = folder.appendingPathComponent("long.json").path
            try Data(long).write(to: URL(fileURLWithPath: file))
            for (words, input) in [([file], []), ([], long), ([file, "--other", file], [])] {
                let run = try runWallet(["explain", "--leaf-key", key] + words, folder: folder, input: input)
                #expect(run.status == status, "\(run.complaint)")
                #expect(run.complaint.contains("has more than 1 MiB.") == (more > 0))
            }
        }
    }

    @Test func `a file that never ends is given up`() throws {
        try withFolder { folder in
            let run = try runWallet("explain", "/dev/zero", "--leaf-key", "/dev/zero", folder: folder)
            #expect(run.status == 78 && run.complaint.contains("/dev/zero has more than"))
            let set = try runWallet("explain", "--fixtures", "/dev/zero", folder: folder)
            #expect(set.status == 78 && set.complaint.contains("/dev/zero has more than 16 MiB."))
        }
    }

    @Test(
        arguments: [
            (["explain"], 2, "--leaf-key is needed"), (["explain", "nothing.json"], 78, "cannot be read"),
            (["explain", "a", "b"], 2, "a word too many"),
            (["explain", "--card", "7", "--leaf-key", "k.pem"], 78, "k.pem cannot be read"),
            (["add", "--save-secrets"], 2, "--save-secrets needs --save"),
            (["add", "--chaos", "--seed", "x", "--url", "http://127.0.0.1:1"], 2, "--card is needed"),
            (["add", "--all", "--card", HonestIssuer.card], 2, "exclude each other"),
            (["add", "--network", "jcb", "--url", "http://h"], 2, "--network is"),
            (["add", "--network", "amex", "--url", "http://h"], 78, "publishes no activation data"),
        ] as [([String], Int32, String)])
    func `wrong usage is one sentence`(words: [String], status: Int32, sentence: String) throws {
        try withFolder { folder in
            let run = try runWallet(words, folder: folder, input: Array("{}".utf8))
            #expect(run.status == status, "\(run.complaint)")
            #expect(run.complaint.contains(sentence), "\(run.complaint)")
        }
    }

    @Test(arguments: ["add", "explain", "pki"])
    func `every command says how it is used`(command: String) throws {
        try withFolder { folder in
            let run = try runWallet(command, "--help", folder: folder)
            #expect(run.status == 0)
            #expect(run.output.hasPrefix("passwright-wallet \(command) "))
            #expect(try runWallet("--help", folder: folder).output.contains(run.output.prefix(200)))
        }
    }

    @Test func `the version is said`() throws {
        try withFolder { folder in
            let run = try runWallet("--version", folder: folder)
            #expect(run.status == 0 && run.output.wholeMatch(of: /passwright-wallet [0-9.]+\n/) != nil)
        }
    }

    @Test func `all cards go to a phone and to a watch, a line each`() throws {
        try withFolder { folder in
            let server = honestServer()
            let fixtures = try walletFixtures(server.address, in: folder)
            let run = try runWallet("add", "--all", "--fixtures", fixtures, folder: folder)
            #expect(run.status == 0, "\(run.output)\(run.complaint)")
            let lines = run.output.split(separator: "\n").filter { $0.contains("✓ active_") }
            #expect(lines.count { $0.contains("✓ active_visa") } == 2)
            #expect(lines.allSatisfy { $0.hasSuffix("Card Added") }, "\(run.output)")
            let machine = try runWallet("add", "--all", "--json", "--fixtures", fixtures, folder: folder)
            #expect(machine.output.contains("\"added\" : true"))
        }
    }
}
