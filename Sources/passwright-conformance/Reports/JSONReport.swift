import Foundation

/// The report for machines: one JSON object. Its schema is report.schema.json.
struct JSONReport: Encodable {
    static let version = 1

    struct Entry: Encodable {
        let id: String
        let group: Group
        let profile: Profile
        let rule: String
        let ruleSentence: String
        let ruleSource: String
        let title: String
        let verdict: Verdict.Word
        let verdicts: [Verdict.Word]
        let expected: String?
        let got: String?
        let reason: String?
        let milliseconds: Double
        let exchanges: [Exchange]
    }

    struct Counts: Encodable {
        let passed, failed, skipped, blocked: Int
    }

    let version: Int
    let good: Bool
    let verdict: String
    let target: String
    let started: String
    let seconds: Double
    let repeats: Int
    let unselected: Int
    let counts: Counts
    let cases: [Entry]
    let environment: [String: String]
    let notProven: [String]

    init(_ result: RunResult) {
        version = JSONReport.version
        good = result.isGood
        verdict = result.sentence
        target = result.target
        started = Date(timeIntervalSince1970: Double(result.started)).ISO8601Format()
        seconds = JSONReport.rounded(result.seconds)
        repeats = result.repeats
        unselected = result.unselected
        counts = Counts(
            passed: result.count(.passed), failed: result.count(.failed), skipped: result.count(.skipped),
            blocked: result.count(.blocked))
        cases = result.results.map(Entry.init)
        environment = Dictionary(result.environment.map { ($0.name, $0.value) }) { first, _ in first }
        notProven = NotProven.sentences
    }

    /// To the thousandth.
    fileprivate static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

    var text: String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Texts, finite numbers and lists of them: nothing that JSON cannot write.
        return String(decoding: try! encoder.encode(self), as: UTF8.self)
    }
}

extension JSONReport.Entry {
    fileprivate init(_ result: CaseResult) {
        id = result.item.id
        group = result.item.group
        profile = result.item.profile
        rule = result.item.rule.rawValue
        ruleSentence = result.item.rule.sentence
        ruleSource = result.item.rule.source
        title = result.item.title
        verdict = result.verdict.word
        verdicts = result.verdicts
        if case .failed(let expected, let got) = result.verdict {
            self.expected = expected
            self.got = got
        } else {
            expected = nil
            got = nil
        }
        reason = result.verdict.reason
        milliseconds = JSONReport.rounded(result.milliseconds)
        exchanges = result.exchanges
    }
}
