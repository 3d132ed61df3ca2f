import Foundation
import Wallet

/// Asks cases, several at a time where they do not disturb each other, and never for ever.
final class Runner: @unchecked Sendable {
    /// How many cases run side by side.
    static let lanes = 4
    /// After so many cases in a row to which nothing was answered, or too late, the rest is not asked.
    static let silences = 8

    private let deployment: Deployment
    private let cases: [Case]
    private let progress: @Sendable (_ done: Int, CaseResult) -> Void
    private let condition = NSCondition()
    private var results: [Int: CaseResult] = [:]
    private var waiting: [Int]
    private var (unanswered, late) = (0, 0)

    init(
        _ deployment: Deployment, _ cases: [Case],
        progress: @escaping @Sendable (_ done: Int, CaseResult) -> Void
    ) {
        self.deployment = deployment
        self.cases = cases
        self.progress = progress
        waiting = cases.indices.filter { !cases[$0].isAlone }
    }

    /// Asks every case once; the results are in the order of the cases.
    func run() -> [CaseResult] {
        if let defect = knock() {
            return cases.map { item in
                CaseResult(
                    item: item, verdict: .blocked(reason: defect.sentence), exchanges: [], milliseconds: 0,
                    wasAnswered: false, verdicts: [.blocked])
            }
        }
        let lanes = DispatchGroup()
        for _ in 0..<Runner.lanes {
            lanes.enter()
            Thread.detachNewThread {
                while let index = self.next() { self.ask(index) }
                lanes.leave()
            }
        }
        lanes.wait()
        // After a drain nobody answers: it is the last.
        for isDrain in [false, true] {
            for index in cases.indices where cases[index].isAlone && (cases[index].rule == .drain) == isDrain
            {
                ask(index)
            }
        }
        return cases.indices.map { results[$0]! }
    }

    /// Whether anybody is there at all.
    private func knock() -> ConnectionDefect? {
        do {
            _ = try Connection(to: deployment.client.endpoint, by: .now + .seconds(deployment.client.seconds))
            return nil
        } catch { return error }
    }

    private func next() -> Int? {
        condition.lock()
        defer { condition.unlock() }
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }

    private func ask(_ index: Int) {
        let item = cases[index]
        condition.lock()
        let end = reasonToEnd
        condition.unlock()
        let start = ContinuousClock.now
        var (trial, verdict) = (Trial(deployment), Verdict.passed)
        if let end {
            verdict = .blocked(reason: "\(end), so the rest was not asked")
        } else {
            verdict = judge(item, trial)
            // A server may say that it is busy, and when to come back: then the whole case is asked anew.
            for _ in 0..<2 where trial.wasBusy && [.failed, .blocked].contains(verdict.word) {
                Thread.sleep(forTimeInterval: 1)
                trial = Trial(deployment)
                verdict = judge(item, trial)
            }
        }
        let result = CaseResult(
            item: item, verdict: verdict, exchanges: trial.exchanges,
            milliseconds: start.duration(to: .now) / .milliseconds(1), wasAnswered: trial.wasAnswered,
            verdicts: [verdict.word])
        condition.lock()
        if trial.wasAnswered { unanswered = 0 } else if !trial.exchanges.isEmpty { unanswered += 1 }
        if trial.wasAnswered, item.rule != .slowRequest {
            late = trial.exchanges.allSatisfy { $0.milliseconds ?? .infinity > tardiness } ? late + 1 : 0
        }
        results[index] = result
        progress(results.count, result)
        condition.unlock()
    }

    /// Milliseconds: as much of the patience as the contract gives a server of the 10 seconds that are the rule.
    private var tardiness: Double { Double(deployment.client.seconds) * 500 }

    private var reasonToEnd: String? {
        if unanswered >= Runner.silences { return "no answer to \(Runner.silences) cases in a row" }
        guard late >= Runner.silences else { return nil }
        return "\(Runner.silences) cases in a row were answered after more than \(tardiness / 1000) seconds"
    }

    private func judge(_ item: Case, _ trial: Trial) -> Verdict {
        do throws(Stop) {
            try item.ask(trial)
            return .passed
        } catch {
            switch error {
            case .failed(let expected, let got):
                return .failed(expected: trial.redacted(expected), got: trial.redacted(got))
            case .skipped(let reason): return .skipped(reason: trial.redacted(reason))
            case .blocked(let reason): return .blocked(reason: trial.redacted(reason))
            }
        }
    }
}
