import Foundation
import TestSupport

/// What the conformance suite said of one server.
struct ConformanceRun: Decodable {
    struct Entry: Decodable {
        let id: String
        let rule: String
        let verdict: String
        let got: String?
        let reason: String?
    }

    let cases: [Entry]

    /// Rules with cases that do nothing but wait, and those cases: each server of many would take so much longer.
    static let slow = ["request.time": "request.time", "operation.allowance": "PROV-P-392"]

    /// The rule that is tried by stopping the server, once.
    static let lastRule = "operation.drain"

    /// Asks every case of a server with the demonstration's cards, but the slow ones of other rules than `rule`.
    static func over(_ server: RunningServer, breaking rule: String?) throws -> ConformanceRun {
        let folder = try TemporaryFolder()
        let report = folder.url.appendingPathComponent("report.json")
        let suite = try runProgram(
            builtBinary("passwright-conformance")!,
            ["--fixtures", server.fixturesFile(), "--json", report.path, "--quiet"]
                + slow.filter { $0.key != rule }.flatMap { ["--except", $0.value] }
                + (rule == lastRule
                    ? ["--stop-command", "kill -TERM \(server.process.processIdentifier)"] : []))
        guard let text = try? Data(contentsOf: report) else {
            throw CommandFailure(description: "no report: \(suite.code) \(suite.errors)")
        }
        return try JSONDecoder().decode(ConformanceRun.self, from: text)
    }

    func cases(naming rule: String) -> [Entry] { cases.filter { $0.rule == rule } }
    func cases(that verdict: String) -> [Entry] { cases.filter { $0.verdict == verdict } }
}
