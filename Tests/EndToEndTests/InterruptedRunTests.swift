import Foundation
import Glibc
import TestSupport
import Testing

/// A run of the conformance suite that is ended before its end, or that meets another, on one deployment.
@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct InterruptedRunTests {
    private let database: TestDatabase
    private let server: RunningServer

    init() throws {
        database = try Demonstration.database()
        server = try RunningServer(database: database, settings: ["PASSWRIGHT_METRICS_LISTEN": "127.0.0.1:0"])
    }

    /// The suite at work on some cases.
    private final class Run {
        let process = Process()
        private let folder: TemporaryFolder
        private var log: URL { folder.url.appendingPathComponent("log") }

        init(_ server: RunningServer, _ words: [String]) throws {
            folder = try TemporaryFolder()
            process.executableURL = builtBinary("passwright-conformance")!
            process.arguments = try ["--fixtures", server.fixturesFile()] + words
            try Data().write(to: log)
            let handle = try FileHandle(forWritingTo: log)
            process.standardOutput = handle
            process.standardError = handle
            try process.start()
        }

        func end() -> (code: Int32, text: String) {
            process.waitForEnd()
            return (process.terminationStatus, (try? String(contentsOf: log, encoding: .utf8)) ?? "")
        }
    }

    private func wait(until query: String, is wanted: String) throws -> Bool {
        for _ in 0..<400 {
            if try database.sql(query) == wanted { return true }
            usleep(20_000)
        }
        return false
    }

    private let attempts = "select card_attempts from admin.settings"
    private let paused = "select exists (select from admin.settings where paused_since is not null)"

    /// The case waits for three seconds while one attempt is allowed.
    private let slow = ["--only", "PROV-P-392"]

    @Test(arguments: [(SIGINT, "INT"), (SIGTERM, "TERM"), (SIGHUP, "HUP")])
    func `a run that is interrupted while an allowance is changed puts it back`(_ number: Int32, _: String)
        throws
    {
        let before = try database.sql(attempts)
        let run = try Run(server, slow)
        #expect(try wait(until: attempts, is: "1"))
        kill(run.process.processIdentifier, number)
        let (code, text) = run.end()
        #expect(code == 128 + number)
        #expect(text.contains("interrupted, so there is no verdict and no report"))
        #expect(text.contains("what it had changed for a case is taken back"))
        #expect(try database.sql(attempts) == before)
    }

    @Test func `a run that is interrupted while provisioning is paused lets it go on`() throws {
        let run = try Run(server, ["--only", "PROV-F-086"])
        // The case waits for an answer that does not come.
        kill(server.process.processIdentifier, SIGSTOP)
        defer { kill(server.process.processIdentifier, SIGCONT) }
        #expect(try wait(until: paused, is: "t"))
        kill(run.process.processIdentifier, SIGINT)
        let (code, text) = run.end()
        #expect(code == 130, "\(text)")
        #expect(try database.sql(paused) == "f")
    }

    @Test func `a second run is refused while one is at work that pauses, and is let in after it`() throws {
        let first = try Run(server, slow)
        #expect(try wait(until: attempts, is: "1"))
        let second = try Run(server, ["--only", "PROV-P-001"]).end()
        #expect(second.code == 75)
        #expect(second.text.contains("another run is at work on this deployment"))
        #expect(first.end().code == 0)
        #expect(try Run(server, ["--only", "PROV-P-001"]).end().code == 0)
    }

    @Test func `a run that is killed while provisioning is paused lets it go on`() throws {
        let run = try Run(server, ["--only", "PROV-F-086"])
        kill(server.process.processIdentifier, SIGSTOP)
        defer { kill(server.process.processIdentifier, SIGCONT) }
        #expect(try wait(until: paused, is: "t"))
        kill(run.process.processIdentifier, SIGKILL)
        run.process.waitForEnd()
        #expect(try wait(until: paused, is: "f"))
    }

    @Test func `what a run with its machine left paused goes on at the next run, and is said`() throws {
        try database.sql("select admin.pause_provisioning('conformance suite')")
        let (code, text) = try Run(server, ["--only", "PROV-P-001"]).end()
        #expect(code == 0, "\(text)")
        #expect(text.contains("an earlier run had left provisioning paused: that pause is over now."))
        #expect(try database.sql(paused) == "f")
    }

    /// What an administrator had done before, the case that does the same, and why it is not asked.
    @Test(arguments: [
        (
            "select admin.pause_provisioning('incident 12')",
            "select pause_reason from admin.settings", "incident 12",
            "PROV-F-086", "provisioning is paused already"
        ),
        (
            "select admin.freeze_card('a11ce000-0000-4000-8000-000000000001')",
            "select status from admin.cards where id = 'a11ce000-0000-4000-8000-000000000001'", "frozen",
            "PROV-F-408", "the card is not active"
        ),
        (
            "select admin.block_cardholder(id) from admin.cardholders where display_name like 'Bob%'",
            "select blocked_at is not null from admin.cardholders where display_name like 'Bob%'", "t",
            "PROV-F-409", "the cardholder is blocked already"
        ),
    ])
    func `what an administrator has done is not taken back`(
        _ verb: String, _ query: String, _ state: String, _ item: String, _ reason: String
    ) throws {
        try database.sql(verb)
        #expect(try database.sql(query) == state)
        let (code, text) = try Run(server, ["--only", item]).end()
        #expect(code == 1)
        #expect(text.contains("not asked 1: \(reason)"), "\(text)")
        #expect(try database.sql(query) == state)
    }

    @Test func `a run that was killed keeps nobody out, and an allowance is what it was`() throws {
        let before = try database.sql(attempts)
        let first = try Run(server, slow)
        #expect(try wait(until: attempts, is: "1"))
        kill(first.process.processIdentifier, SIGKILL)
        first.process.waitForEnd()
        #expect(try wait(until: attempts, is: before))
        var code: Int32 = 75
        for _ in 0..<50 where code == 75 {
            code = try Run(server, ["--only", "PROV-P-085"]).end().code
        }
        #expect(code == 0)
    }

    @Test func `runs that pause nothing do not keep each other out`() throws {
        let runs = try (0..<2).map { _ in try Run(server, ["--only", "path.*"]) }
        for run in runs {
            let (code, text) = run.end()
            #expect(code == 0, "\(text)")
        }
    }
}
