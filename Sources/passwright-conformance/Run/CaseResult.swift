/// What became of one case.
struct CaseResult: Sendable {
    let item: Case
    var verdict: Verdict
    let exchanges: [Exchange]
    /// Over all of the case.
    let milliseconds: Double
    let wasAnswered: Bool
    /// The verdict of each repeat, the first among them.
    var verdicts: [Verdict.Word]

    /// Whether every repeat came out the same.
    var isSteady: Bool { Set(verdicts).count <= 1 }
}

/// What became of all cases.
struct RunResult: Sendable {
    let results: [CaseResult]
    /// Cases that were not asked for.
    let unselected: Int
    let repeats: Int
    let started: Int64
    let seconds: Double
    let target: String
    /// Facts about the run, for a person.
    let environment: [(name: String, value: String)]

    func count(_ word: Verdict.Word) -> Int { results.lazy.filter { $0.verdict.word == word }.count }

    /// Nothing failed, nothing was in the way, and something was asked.
    var isGood: Bool { count(.failed) == 0 && count(.blocked) == 0 && count(.passed) > 0 }

    /// The verdict in one sentence.
    var sentence: String {
        let (passed, failed, blocked) = (count(.passed), count(.failed), count(.blocked))
        if passed == 0, failed == 0, blocked == 0 { return "Nothing was checked." }
        if let silent { return silent }
        if isGood { return passed == 1 ? "The case passed." : "All \(passed) cases passed." }
        let rest = blocked > 0 ? ", \(blocked) could not be asked" : ""
        return "\(failed) of \(results.count - count(.skipped)) cases failed\(rest)."
    }

    /// What there is to say where no case was answered.
    private var silent: String? {
        guard !results.contains(where: \.wasAnswered),
            results.contains(where: { $0.verdict.word == .blocked })
        else {
            return nil
        }
        let why = results.lazy.compactMap { result -> String? in
            if case .failed(_, let got) = result.verdict { return got }
            return result.verdict.reason
        }.first
        return "The server does not answer" + (why.map { ": \($0)." } ?? ".")
    }
}
