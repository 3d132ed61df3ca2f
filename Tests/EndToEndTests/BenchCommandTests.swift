import Foundation
import TestSupport
import Testing
import Wallet

/// `passwright-bench load` against a running server.
@Suite(
    .enabled(
        if: Demonstration.isPossible && builtBinary("passwright-bench") != nil, "\(Demonstration.missing)"))
struct BenchCommandTests {
    private func load(_ server: RunningServer, _ words: [String]) throws -> ProgramOutcome {
        try runProgram(
            #require(builtBinary("passwright-bench")),
            ["load", "--fixtures", try server.fixturesFile(), "--json"] + words)
    }

    private func report(_ outcome: ProgramOutcome) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    @Test func `every request is a provisioning of its own`() throws {
        let server = try RunningServer(database: try Demonstration.database())
        let outcome = try load(
            server,
            ["--requests", "40", "--connections", "4", "--cpu", "server=\(server.process.processIdentifier)"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let report = try report(outcome)
        #expect(report["statuses"] as? [String: Int] == ["200": 40])
        #expect((report["processor_us_a_request"] as? [String: Double])?["server"] ?? 0 > 100)
        #expect((report["latency_ms"] as? [String: Double])?["p50"] ?? 0 > 0)
        #expect(
            try server.database.sql(
                "select count(*), count(distinct card) from vault.provisioning_attempts where outcome = 'authorised'"
            ) == "40|4")
    }

    @Test func `a refusal makes the answer no`() throws {
        let server = try RunningServer(database: try Demonstration.database())
        let folder = try TemporaryFolder()
        let cards = folder.url.appendingPathComponent("cards.csv")
        let holder = server.fixtures.cardholders!["alice"]!
        try Data("card_id,cardholder_id\n\(server.card("frozen")),\(holder)\n".utf8).write(to: cards)
        let outcome = try load(server, ["--requests", "3", "--cards", cards.path])
        #expect(outcome.code == 1)
        #expect(try report(outcome)["statuses"] as? [String: Int] == ["409": 3])
    }

    @Test func `nobody there is no answer`() throws {
        let server = try RunningServer(database: try Demonstration.database())
        let fixtures = try server.fixturesFile()
        #expect(server.stop() == 0)
        let outcome = try runProgram(
            #require(builtBinary("passwright-bench")),
            ["load", "--fixtures", fixtures, "--json", "--requests", "2"])
        #expect(outcome.code == 1)
        #expect(try report(outcome)["statuses"] as? [String: Int] == ["0": 2])
    }

    @Test func `cards made for a load have answers that open, with a new leaf for each`() throws {
        let server = try RunningServer(database: try Demonstration.database())
        let folder = try TemporaryFolder()
        let list = folder.url.appendingPathComponent("cards.csv").path
        let vault = URL(fileURLWithPath: try Demonstration.keys + "/vault")
        let key = try #require(
            FileManager.default.contentsOfDirectory(at: vault, includingPropertiesForKeys: nil)
                .first { $0.path.hasSuffix(".pub.pem") })
        let made = try runProgram(
            #require(builtBinary("passwright-bench")),
            [
                "cards", "--cards", "7", "--database", server.database.url, "--public-key", key.path,
                "--list", list,
            ])
        #expect(made.code == 0, "\(made.errors)")
        #expect(made.output == "7 cards of 4 cardholders\n")
        let outcome = try load(
            server, ["--cards", list, "--requests", "30", "--open", "1", "--new-leaves"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let report = try report(outcome)
        #expect(report["opened"] as? Int == 30 && report["wrong"] as? Int == 0)
    }

    @Test func `an answer that the network does not take is wrong, and makes the answer no`() throws {
        let server = try RunningServer(database: try Demonstration.database())
        var fixtures = try Fixtures(path: server.fixturesFile())
        fixtures.activation?.otpPublicKey = try Demonstration.keys + "/mastercard-tav.pub.pem"
        fixtures.cards = ["alice": ["active_otp": server.card("active_otp")]]
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("fixtures.json")
        try JSONEncoder().encode(fixtures).write(to: file)
        let outcome = try runProgram(
            #require(builtBinary("passwright-bench")),
            ["load", "--fixtures", file.path, "--requests", "4", "--open", "2"])
        #expect(outcome.code == 1)
        #expect(
            outcome.output.contains(
                "opened: 2 answers, 2 of them wrong\nwrong: issuer one-time password: the signature"))
    }

    @Test func `a load at a rate beside another caller's worthless certificates, and /healthz`() throws {
        let server = try RunningServer(database: try Demonstration.database())
        let outcome = try load(
            server, ["--rate", "40", "--seconds", "1", "--flood", "40", "--healthz"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let report = try report(outcome)
        #expect(report["statuses"] as? [String: Int] == ["200": 40])
        let flooded = try #require(report["flood_statuses"] as? [String: Int])
        #expect(Array(flooded.keys) == ["400"] && flooded["400"]! > 10)
        let healthy = try #require(report["healthz_statuses"] as? [String: Int])
        #expect(Array(healthy.keys) == ["200"] && healthy["200"]! > 10)
        #expect(
            try server.database.sql(
                "select distinct reason from vault.provisioning_attempts where outcome = 'refused'")
                == "certificate_untrusted")
    }

    @Test func `without fixtures it says so`() throws {
        let outcome = try runProgram(
            #require(builtBinary("passwright-bench")), ["load", "--fixtures", "/nonexistent"])
        #expect(outcome.code == 78)
        #expect(outcome.errors == "passwright-bench: /nonexistent cannot be read as a fixtures file.\n")
    }
}
