import Foundation
import TestSupport
import Testing
import Wallet

/// The conformance suite's cases that the demonstration skips, on deployments that have what they need.
@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct OtherDeploymentTests {
    private let folder: TemporaryFolder
    private let jwks: String

    /// A key set with the demonstration's key and another.
    init() throws {
        folder = try TemporaryFolder()
        let other = folder.url.appendingPathComponent("other").path
        _ = try runProgram(
            builtBinary("passwright")!, ["token", "keygen", "--folder", other],
            environment: ["PASSWRIGHT_MODE": "development"])
        let keys = try [Demonstration.keys + "/token", other].flatMap { folder in
            let set = try Data(contentsOf: URL(fileURLWithPath: folder + "/jwks.json"))
            return try JSONDecoder().decode([String: [[String: String]]].self, from: set)["keys"] ?? []
        }
        jwks = folder.url.appendingPathComponent("jwks.json").path
        try JSONEncoder().encode(["keys": keys]).write(to: URL(fileURLWithPath: jwks))
    }

    /// What the suite says of a server with that allowance and two keys, where the fixtures say 5 and two.
    private func verdict(allowance: Int, of item: String) throws -> ProgramOutcome {
        let server = try RunningServer(
            database: try Demonstration.database(),
            settings: ["PASSWRIGHT_CALLER_ALLOWANCE": String(allowance), "PASSWRIGHT_JWKS": jwks])
        var fixtures = try Fixtures(path: server.fixturesFile())
        fixtures.callerAllowance = 5
        fixtures.jwt?.keys = 2
        let file = folder.url.appendingPathComponent("fixtures.json")
        try JSONEncoder().encode(fixtures).write(to: file)
        return try runProgram(
            builtBinary("passwright-conformance")!, ["--fixtures", file.path, "--only", item])
    }

    @Test(arguments: ["PROV-F-468", "PROV-F-236"])
    func `a case that the demonstration has no use for passes where it has one`(item: String) throws {
        let outcome = try verdict(allowance: 5, of: item)
        #expect(outcome.code == 0 && outcome.output.contains("The case passed."), "\(outcome.output)")
    }

    @Test func `a caller who is let in more often than the fixtures say fails the case`() throws {
        let wide = try verdict(allowance: 100, of: "PROV-F-468")
        #expect(wide.code == 1 && wide.output.contains("1 of 1 cases failed."), "\(wide.output)")
    }
}
