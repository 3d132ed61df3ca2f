/// What failed, opened: what was expected, what came, the rule, and the exchange.
struct HTMLFailures {
    let result: RunResult

    var text: String {
        let failed = result.results.filter { $0.verdict.word == .failed }
        let blocked = result.results.filter { $0.verdict.word == .blocked }
        var parts: [String] = []
        if !failed.isEmpty {
            parts.append(
                "<section><h2>What failed</h2>\(failed.map { HTMLCase(found: $0).card }.joined(separator: "\n"))</section>"
            )
        }
        if !blocked.isEmpty {
            let reasons = Dictionary(grouping: blocked) { $0.verdict.reason ?? "" }
                .sorted {
                    $0.value.count > $1.value.count || $0.value.count == $1.value.count && $0.key < $1.key
                }
            let items = reasons.map { reason, cases in
                let ids = cases.map { "<a href=\"#\($0.item.id)\">\($0.item.id)</a>" }.joined(separator: " ")
                return
                    "<li>\(Markup.escaped(HTMLReport.sentence(reason))) <span class=\"ids\">\(ids)</span></li>"
            }
            parts.append(
                "<section><h2>Could not be asked</h2><ul class=\"plain\">\(items.joined())</ul></section>")
        }
        return parts.joined(separator: "\n")
    }
}
