import Foundation
import TestSupport
import Testing

/// Each command of the README is run as it stands there, with another folder for the files and another address.
/// `deploy/test` runs `deploy/run --once` itself; and `deploy/test` is what runs this.
@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct ReadmeCommandTests {
    /// The lines of the README's shell blocks, without their comments.
    private func commands() throws -> [String] {
        let text = try String(contentsOf: projectFolder.appendingPathComponent("README.md"), encoding: .utf8)
        return text.components(separatedBy: "```").enumerated()
            .filter { !$0.offset.isMultiple(of: 2) && $0.element.hasPrefix("sh\n") }
            .flatMap { $0.element.dropFirst(3).split(separator: "\n") }
            .map { $0.components(separatedBy: "  #")[0].trimmingCharacters(in: .whitespaces) }
    }

    @Test func `the two commands come first`() throws {
        #expect(try commands().prefix(2) == ["deploy/run --once", "deploy/test"])
    }

    @Test func `the wallet's command puts a card into a wallet`() throws {
        let server = try RunningServer(database: try Demonstration.database())
        let command = try #require(try commands().first { $0.contains("passwright-wallet add") })
        let output = try shell(
            command,
            replacing: [
                ".build/release": Demonstration.binaries, ".local/fixtures.json": try server.fixturesFile(),
            ])
        #expect(output.contains("Card Added"))
    }

    /// `deploy/test` asks all cases; here it is the command that counts, and one case will do.
    @Test func `the suite's command checks the server and writes its page`() throws {
        let server = try RunningServer(database: try Demonstration.database())
        let folder = try TemporaryFolder()
        let page = folder.url.appendingPathComponent("report.html").path
        let command = try #require(try commands().first { $0.contains("passwright-conformance") })
        let output = try shell(
            command + " --only PROV-P-001",
            replacing: [
                ".build/release": Demonstration.binaries, ".local/fixtures.json": try server.fixturesFile(),
                ".local/report.html": page,
            ])
        #expect(output.contains("The case passed."))
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("<title>Passed"))
    }

    @Test func `the commands that load cards load cards`() throws {
        let database = try Demonstration.database()
        let folder = try TemporaryFolder()
        let cards = try String(contentsOfFile: Demonstration.script("cards.csv"), encoding: .utf8)
            .replacing("a11ce000-", with: "a11ce111-").replacing("b0b00000-", with: "b0b00111-")
        try Data(cards.utf8).write(to: folder.url.appendingPathComponent("cards.csv"))
        let lines = try commands()
        let start = try #require(lines.firstIndex { $0.hasPrefix("passwright vault keygen") })
        for line in lines[start...].prefix(3) {
            try shell(
                line, in: folder.url, replacing: ["psql ": "psql -X -v ON_ERROR_STOP=1 '\(database.url)' "])
        }
        let loaded = try database.sql("select count(*) from admin.cards where id::text like '%111-%'")
        #expect(loaded == "\(Demonstration.pans.count)")
    }

    /// `vault rewrap`, `doctor` and `trust explain` have tests of their own.
    @Test func `no other command stands there`() throws {
        let others = try commands().filter { line in
            ![
                "deploy/", ".build/release/passwright-wallet add", ".build/release/passwright-conformance ",
                "PATH=", "passwright vault ", "psql ",
                "passwright doctor",
                "cat leaf.pem intermediate.pem | passwright trust explain",
            ].contains { line.hasPrefix($0) }
        }
        #expect(others.isEmpty)
    }

    @discardableResult
    private func shell(
        _ command: String, in folder: URL = projectFolder, replacing parts: KeyValuePairs<String, String>
    ) throws -> String {
        let text = parts.reduce(command) { $0.replacing($1.key, with: $1.value) }
        return try run(
            ["bash", "-euc", "cd \"$0\"; \(text)", folder.path],
            environment: ["PATH": "\(Demonstration.binaries):\(ProcessInfo.processInfo.environment["PATH"]!)"]
        )
    }
}
