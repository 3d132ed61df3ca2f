/// Every case, by group: a line each, with its exchanges behind it.
struct HTMLCases {
    let results: [CaseResult]

    var text: String {
        let groups = Group.allCases.compactMap { group -> String? in
            let members = results.filter { $0.item.group == group }
            guard !members.isEmpty else { return nil }
            return """
                <h3 id="group-\(group.rawValue)">\(Markup.escaped(group.title)) <span>\(members.count)</span></h3>
                <div class="cases">\(members.map { HTMLCase(found: $0).line }.joined(separator: "\n"))</div>
                """
        }
        return "<section><h2>Every case</h2>\(groups.joined(separator: "\n"))</section>"
    }
}

/// One case on the page.
struct HTMLCase {
    let found: CaseResult

    private var item: Case { found.item }
    private var name: String { HTMLReport.name(of: found.verdict.word) }

    /// Opened, where it failed. The anchor is here, and not on its line.
    var card: String {
        """
        <article class="card" id="\(item.id)">
        <p class="id">\(item.id)<span class="rule">\(Markup.escaped(item.rule.rawValue))</span></p>
        <h3>\(Markup.escaped(item.title))</h3>
        \(findings)
        \(exchanges(open: true))
        </article>
        """
    }

    /// One line that opens.
    var line: String {
        let anchor = found.verdict.word == .failed ? "" : " id=\"\(item.id)\""
        return """
            <details class="\(name)"\(anchor)>
            <summary><span class="dot" aria-hidden="true"></span><span class="id">\(item.id)</span><span class="title">\(Markup.escaped(item.title))</span><span class="time">\(time)</span></summary>
            <div class="inside">
            \(findings)
            \(exchanges(open: false))
            </div>
            </details>
            """
    }

    private var time: String {
        switch found.verdict.word {
        case .skipped: "skipped"
        case .blocked: "not asked"
        case .passed, .failed: HTMLReport.milliseconds(found.milliseconds)
        }
    }

    private var findings: String {
        var rows: [(String, String, String)] = []
        switch found.verdict {
        case .failed(let expected, let got):
            // Where nothing more is expected than the rule, the rule is enough.
            rows = expected == item.rule.sentence ? [] : [("expected", expected, "expected")]
            rows.append(("got", got, "got"))
        case .skipped(let reason): rows = [("skipped", HTMLReport.sentence(reason), "")]
        case .blocked(let reason): rows = [("not asked", HTMLReport.sentence(reason), "")]
        case .passed: break
        }
        rows.append(("rule", item.rule.sentence, ""))
        let list = rows.map { name, text, kind in
            "<div class=\"\(kind)\"><dt>\(name)</dt><dd>\(Markup.escaped(text))"
                + (name == "rule" ? " <cite>\(Markup.escaped(item.rule.source))</cite>" : "") + "</dd></div>"
        }
        return "<dl class=\"findings\">\(list.joined())</dl>"
    }

    private func exchanges(open: Bool) -> String {
        found.exchanges.enumerated().map { index, exchange in
            let label =
                "Exchange\(found.exchanges.count > 1 ? " \(index + 1)" : "")"
                + (exchange.status.map { ": \($0)" } ?? ": no answer")
                + (exchange.milliseconds.map { " in \(HTMLReport.milliseconds($0))" } ?? "")
            // Of many exchanges the last is the one in question.
            let isOpen = open && index == found.exchanges.count - 1
            return """
                <details class="exchange"\(isOpen ? " open" : "")><summary>\(Markup.escaped(label))</summary>
                <div class="pair"><figure><figcaption>sent</figcaption><pre>\(marked(exchange.sent))</pre></figure>
                <figure><figcaption>got</figcaption><pre>\(marked(exchange.got))</pre></figure></div></details>
                """
        }.joined(separator: "\n")
    }

    /// What stands for a secret is told apart from what was there, and goes into the next line whole.
    private func marked(_ text: String) -> String {
        Markup.escaped(text).replacing("‹", with: "<wbr><i>‹").replacing("›", with: "›</i>")
    }
}
