import Foundation
import TestSupport
import Testing

/// The proof that the conformance suite can fail: it is run over servers of which each breaks one rule.
///
/// Each prints a line for the table that `deploy/test` shows.
@Suite(
    .enabled(if: WrongSwitch.areThere, "\(WrongSwitch.missing)"),
    .enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct WrongServerTests {
    /// A server with one switch chosen, or with none.
    private func run(_ chosen: WrongSwitch?) throws -> ConformanceRun {
        let settings = ["PASSWRIGHT_METRICS_LISTEN": "127.0.0.1:0", "WRONG": chosen?.name]
        let server = try RunningServer(
            database: try Demonstration.database(), settings: settings.compactMapValues(\.self),
            program: WrongSwitch.program)
        return try ConformanceRun.over(server, breaking: chosen?.rule)
    }

    @Test(arguments: WrongSwitch.asked)
    func `of the cases those fail that name the broken rule, and no others`(_ wrong: WrongSwitch) throws {
        let run = try run(wrong)
        let failed = run.cases(that: "failed")
        let others = failed.filter { $0.rule != wrong.rule }
        let verdict =
            failed.isEmpty
            ? "MISSED" : others.isEmpty ? "caught" : "ALSO \(others.map(\.id).joined(separator: " "))"
        print(
            "wrong server", wrong.name, wrong.rule, run.cases(naming: wrong.rule).count,
            failed.count - others.count, run.cases(that: "blocked").count, verdict, separator: "\t")
        #expect(failed.contains { $0.rule == wrong.rule }, "no case noticed: \(wrong.sentence)")
        for other in others {
            Issue.record("\(other.id) names \(other.rule) and failed too: \(other.got ?? "")")
        }
    }

    @Test func `with no switch chosen every case passes`() throws {
        let run = try run(nil)
        let failed = run.cases(that: "failed")
        print(
            "wrong server", "(none)", "-", 0, failed.count, run.cases(that: "blocked").count,
            failed.isEmpty ? "passed" : "FALSE ALARM", separator: "\t")
        for entry in run.cases where ["failed", "blocked"].contains(entry.verdict) {
            Issue.record("\(entry.id) \(entry.verdict): \(entry.got ?? entry.reason ?? "")")
        }
    }
}
