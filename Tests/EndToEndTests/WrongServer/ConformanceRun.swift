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

    /// A rule whose cases do nothing but wait: each server of many would take ten seconds longer.
    static let slowRule = "request.time"

    /// Asks every case of a server with the demonstration's cards, but those of the slow rule unless that is `rule`.
    static func over(_ server: RunningServer, breaking rule: String?) throws -> ConformanceRun {
        let folder = try TemporaryFolder()
        let report = folder.url.appendingPathComponent("report.json")
        let suite = try runProgram(
            builtBinary("passwright-conformance")!,
            ["--fixtures", server.fixturesFile(), "--json", report.path, "--quiet"]
                + (rule == slowRule ? [] : ["--except", slowRule]))
        guard let text = try? Data(contentsOf: report) else {
            throw CommandFailure(description: "no report: \(suite.code) \(suite.errors)")
        }
        return try JSONDecoder().decode(ConformanceRun.self, from: text)
    }

    func cases(naming rule: String) -> [Entry] { cases.filter { $0.rule == rule } }
    func cases(that verdict: String) -> [Entry] { cases.filter { $0.verdict == verdict } }
}
