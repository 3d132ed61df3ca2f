import Foundation
import Wallet

/// The report for a person: one page that needs nothing from anywhere. No script, no attribute with a style, so that
/// its own policy lets nothing in but the one style sheet, by its digest.
struct HTMLReport {
    let result: RunResult

    var text: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-\(HTMLReport.digest)'; base-uri 'none'; form-action 'none'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <title>\(result.isGood ? "Passed" : "Failed"): \(Markup.escaped(result.target))</title>
        <style>\(HTMLStyle.sheet)</style>
        </head>
        <body class="\(result.isGood ? "good" : "bad")">
        <main>
        \(head)
        \(HTMLFailures(result: result).text)
        \(groups)
        \(LatencyPlot(results: result.results).text)
        \(skips)
        \(HTMLCases(results: result.results).text)
        \(environment)
        \(notProven)
        </main>
        </body>
        </html>
        """
    }

    private static let digest = (try? Digest.sha256.of(Array(HTMLStyle.sheet.utf8))).map(Base64.encode) ?? ""

    private var head: String {
        let figures = [
            ("passed", result.count(.passed), "pass"), ("failed", result.count(.failed), "fail"),
            ("not asked", result.count(.blocked), "block"), ("skipped", result.count(.skipped), "skip"),
        ].filter { $0.1 > 0 || $0.0 == "failed" }
        let marks = result.results.map { found in
            "<a class=\"\(HTMLReport.name(of: found.verdict.word))\" href=\"#\(found.item.id)\" title=\"\(Markup.escaped("\(found.item.id) \(found.item.title)"))\"></a>"
        }
        return """
            <header>
            <p class="eyebrow">Passwright conformance</p>
            <h1><span class="seal" aria-hidden="true">\(result.isGood ? "✓" : "✗")</span> \(Markup.escaped(result.sentence))</h1>
            <p class="target"><code>\(Markup.escaped(result.target))</code><time datetime="\(HTMLReport.date(result.started).iso)">\(HTMLReport.date(result.started).text)</time><span>\(HTMLReport.duration(result.seconds))</span></p>
            <dl class="figures">\(figures.map { "<div class=\"\($0.2)\"><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }.joined())</dl>
            <nav class="marks" aria-label="Every case">\(marks.joined())</nav>
            </header>
            """
    }

    private var groups: String {
        // A column in which nothing stands says nothing.
        let words = [Verdict.Word.passed, .failed, .blocked, .skipped].filter {
            $0 == .passed || result.count($0) > 0
        }
        let rows = Group.allCases.compactMap { group -> String? in
            let members = result.results.filter { $0.item.group == group }
            guard !members.isEmpty else { return nil }
            let cells = words.map { word in
                let count = members.count { $0.verdict.word == word }
                let name = HTMLReport.name(of: word)
                return count == 0 ? "<td class=\"none\">·</td>" : "<td class=\"\(name)\">\(count)</td>"
            }
            let median = HTMLReport.median(members.flatMap(\.exchanges).compactMap(\.milliseconds))
            return
                "<tr><th scope=\"row\"><a href=\"#group-\(group.rawValue)\">\(Markup.escaped(group.title))</a></th>"
                + cells.joined()
                + "<td class=\"time\">\(median.map(HTMLReport.milliseconds) ?? "·")</td></tr>"
        }
        let heads = words.map { "<th scope=\"col\">\($0 == .blocked ? "not asked" : $0.rawValue)</th>" }
            .joined()
        return """
            <section>
            <h2>By group</h2>
            <div class="scroll"><table>
            <thead><tr><td></td>\(heads)<th scope="col">median</th></tr></thead>
            <tbody>\(rows.joined(separator: "\n"))</tbody>
            </table></div>
            </section>
            """
    }

    private var skips: String {
        let skipped = result.results.filter { $0.verdict.word == .skipped }
        guard !skipped.isEmpty else { return "" }
        let reasons = Dictionary(grouping: skipped) { $0.verdict.reason ?? "" }.sorted { $0.key < $1.key }
        let items = reasons.map { reason, cases in
            "<li>\(Markup.escaped(HTMLReport.sentence(reason))) <span class=\"ids\">\(cases.map { link($0.item.id) }.joined(separator: " "))</span></li>"
        }
        return "<section><h2>Skipped, and why</h2><ul class=\"plain\">\(items.joined())</ul></section>"
    }

    private func link(_ id: String) -> String { "<a href=\"#\(id)\">\(id)</a>" }

    private var environment: String {
        let rows = result.environment.map {
            "<div><dt>\(Markup.escaped($0.name))</dt><dd>\(Markup.escaped($0.value))</dd></div>"
        }
        return "<section><h2>Environment</h2><dl class=\"facts\">\(rows.joined())</dl></section>"
    }

    private var notProven: String {
        let items = NotProven.sentences.map { "<li>\(Markup.escaped($0))</li>" }.joined()
        return """
            <section class="caveat"><h2>What passing does not prove</h2><ul>\(items)</ul></section>
            """
    }

    // MARK: Words and figures

    static func name(of word: Verdict.Word) -> String {
        switch word {
        case .passed: "pass"
        case .failed: "fail"
        case .blocked: "block"
        case .skipped: "skip"
        }
    }

    static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
    }

    static func milliseconds(_ number: Double) -> String {
        number >= 1000
            ? "\((number / 100).rounded() / 10) s"
            : number >= 10 ? "\(Int(number.rounded())) ms" : "\((number * 10).rounded() / 10) ms"
    }

    /// Seconds since 1970, for a machine and for a person: `30 November 2026, 22:02 UTC`.
    static func date(_ seconds: Int64) -> (iso: String, text: String) {
        let iso = Date(timeIntervalSince1970: Double(seconds)).ISO8601Format()
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let parts = iso.split { "-T:Z".contains($0) }.compactMap { Int($0) }
        guard parts.count == 6, (1...12).contains(parts[1]) else { return (iso, iso) }
        let time = iso.split(separator: "T")[1].prefix(5)
        return (iso, "\(parts[2]) \(months[parts[1] - 1]) \(parts[0]), \(time) UTC")
    }

    static func duration(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10) s" }

    static func median(_ numbers: [Double]) -> Double? {
        numbers.isEmpty ? nil : numbers.sorted()[(numbers.count - 1) / 2]
    }
}
