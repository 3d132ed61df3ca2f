/// Several runs of the same cases, seen as one.
enum Rounds {
    /// The first round that did not pass stands for its case, or else the first; a case that came out one way and then
    /// another has failed.
    static func merged(_ rounds: [[CaseResult]]) -> [CaseResult] {
        guard let first = rounds.first else { return [] }
        return first.indices.map { index in
            let all = rounds.map { $0[index] }
            var result = all.first { $0.verdict.word != .passed } ?? all[0]
            result.verdicts = all.map(\.verdict.word)
            if !result.isSteady {
                let story = result.verdicts.map(\.rawValue).joined(separator: ", ")
                let got =
                    if case .failed(_, let got) = result.verdict { "; when it failed: \(got)" } else { "" }
                result.verdict = .failed(expected: "the same verdict every time", got: story + got)
            }
            return result
        }
    }
}
