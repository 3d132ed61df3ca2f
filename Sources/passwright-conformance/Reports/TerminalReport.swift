/// What a person sees when the run has ended.
struct TerminalReport {
    let result: RunResult
    let screen: Screen
    let isQuiet: Bool

    var text: String {
        var lines: [String] = []
        if !isQuiet { lines += groups + [""] }
        for item in result.results where item.verdict.word == .failed { lines += story(item) + [""] }
        lines += reasons(.blocked, "not asked")
        if !isQuiet { lines += reasons(.skipped, "skipped") }
        let mark = result.isGood ? screen.ink("✓", .green, .bold) : screen.ink("✗", .red, .bold)
        lines.append("\(mark) \(screen.ink(result.sentence, .bold))  \(screen.ink(figures, .dim))")
        return lines.joined(separator: "\n")
    }

    private var figures: String {
        let seconds = (result.seconds * 10).rounded() / 10
        let skipped = result.count(.skipped)
        return [
            skipped > 0 ? "\(skipped) skipped" : nil, "\(seconds) s",
            result.repeats > 1 ? "\(result.repeats) times" : nil,
            result.target,
        ].compactMap { $0 }.joined(separator: ", ")
    }

    /// One line a group, a mark a case.
    private var groups: [String] {
        let width = Group.allCases.map(\.title.count).max() ?? 0
        return Group.allCases.flatMap { group -> [String] in
            let members = result.results.filter { $0.item.group == group }
            guard !members.isEmpty else { return [] }
            let passed = members.count { $0.verdict.word == .passed }
            let head = "\(group.title.padding(width))  \("\(passed)/\(members.count)".padding(8))"
            let room = max(10, screen.width - head.count)
            let marks = members.map { mark($0.verdict.word) }
            return stride(from: 0, to: marks.count, by: room).map { start in
                (start == 0 ? head : String(repeating: " ", count: head.count))
                    + marks[start..<min(start + room, marks.count)].joined()
            }
        }
    }

    private func mark(_ word: Verdict.Word) -> String {
        switch word {
        case .passed: screen.ink("·", .green)
        case .failed: screen.ink("✗", .red, .bold)
        case .skipped: screen.ink("-", .dim)
        case .blocked: screen.ink("?", .yellow)
        }
    }

    private func story(_ found: CaseResult) -> [String] {
        let head = "\(mark(found.verdict.word)) \(screen.ink(found.item.id, .bold))  "
        var rows: [(String, String)] = []
        switch found.verdict {
        case .failed(let expected, let got): rows = [("expected", expected), ("got", got)]
        case .passed, .skipped, .blocked: break
        }
        rows.append(("rule", "\(found.item.rule.rawValue): \(found.item.rule.sentence)"))
        rows.append(("see", found.item.rule.source))
        let title = screen.wrapped(found.item.title, margin: 14)
        return [head + title[0]] + title.dropFirst().map { "  \("".padding(12))\($0)" }
            + rows.flatMap { name, text in
                screen.wrapped(text, margin: 14).enumerated().map { index, line in
                    "  \(screen.ink((index == 0 ? name : "").padding(12), .dim))\(line)"
                }
            }
    }

    /// Each reason once, with the cases that it stopped.
    private func reasons(_ word: Verdict.Word, _ name: String) -> [String] {
        let found = result.results.filter { $0.verdict.word == word }
        guard !found.isEmpty else { return [] }
        let reasons = Dictionary(grouping: found) { $0.verdict.reason ?? "" }.sorted { $0.key < $1.key }
        return reasons.flatMap { reason, cases in
            let ids = cases.map(\.item.id)
            let list = ids.count > 12 ? ids.prefix(12) + ["and \(ids.count - 12) more"] : ids[...]
            let text = "\(name) \(ids.count): \(reason) (\(list.joined(separator: ", ")))"
            return screen.wrapped(text, margin: 4).enumerated().map { index, line in
                index == 0 ? "\(mark(word)) \(line)" : "    \(screen.ink(line, .dim))"
            }
        } + [""]
    }
}
