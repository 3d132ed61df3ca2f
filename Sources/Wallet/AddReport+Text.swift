extension AddReport {
    /// How a report is drawn.
    package struct Style: Sendable {
        /// Columns of the terminal.
        package var width: Int
        package var coloured: Bool

        package init(width: Int, coloured: Bool) {
            self.width = width
            self.coloured = coloured
        }

        fileprivate func paint(_ text: String, _ code: String) -> String {
            coloured ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
        }
    }

    /// The report for a person: a line a check, then the phone's screen.
    package func text(_ style: Style) -> String {
        let widest = findings.map(\.check.count).max() ?? 0
        // Two columns where the reason has some room beside the check; else the reason goes below.
        let beside = 14 + widest + 24 <= style.width
        var lines = heading(style) + [""]
        var last: Finding.Party?
        for finding in findings {
            let party = finding.party == last ? "" : title(finding.party)
            last = finding.party
            lines += drawn(finding, party: party, widest: widest, beside: beside, style)
        }
        return (lines + [""] + screen(style) + afterword(style)).joined(separator: "\n")
    }

    private func heading(_ style: Style) -> [String] {
        let number = lastFour.map { " ···· \($0)" } ?? ""
        let place = device == .watch ? "an Apple Watch" : "an iPhone"
        return [style.paint("Adding card\(number) to \(place)", "1")]
            + wrapped("through \(server)", style.width).map { style.paint($0, "2") }
    }

    private func title(_ party: Finding.Party) -> String {
        switch party {
        case .phone: "Phone"
        case .server: "Server"
        case .apple: "Apple"
        case .network: "Network"
        }
    }

    private func drawn(
        _ finding: Finding, party: String, widest: Int, beside: Bool, _ style: Style
    ) -> [String] {
        let mark =
            switch finding.verdict {
            case .passed: style.paint("✓", "32")
            case .failed: style.paint("✗", "31;1")
            case .skipped: style.paint("–", "33")
            }
        let start = "  \(padded(party, 8))  \(mark) "
        guard !finding.reason.isEmpty else { return [start + finding.check] }
        let indent = beside ? 14 + widest + 2 : 14
        let pieces = wrapped(finding.reason, max(16, style.width - indent))
        let painted = pieces.map { finding.verdict == .failed ? style.paint($0, "31") : style.paint($0, "2") }
        let below = painted.dropFirst(beside ? 1 : 0).map { String(repeating: " ", count: indent) + $0 }
        return [beside ? start + padded(finding.check, widest + 2) + painted[0] : start + finding.check]
            + below
    }

    private func screen(_ style: Style) -> [String] {
        let room = max(16, min(46, style.width - 8))
        let title = wrapped(phoneTitle, room)
        let rows = title + wrapped(phoneText, room)
        let edge = String(repeating: "─", count: room + 4)
        let body = rows.enumerated().map { index, row in
            let left = (room - row.count) / 2
            let text = String(repeating: " ", count: left) + row
            let filled = padded(text, room)
            return "  │  " + (index < title.count ? style.paint(filled, added ? "32;1" : "31;1") : filled)
                + "  │"
        }
        return ["  ╭\(edge)╮"] + body + ["  ╰\(edge)╯"]
    }

    /// What the phone does not show and a developer wants.
    private func afterword(_ style: Style) -> [String] {
        var lines: [String] = []
        if let message = problem?.message {
            lines += wrapped("The server says: \(message)", max(16, style.width - 2)).map { "  " + $0 }
        }
        if let requestID { lines.append("  " + style.paint("request id \(requestID)", "2")) }
        return lines.isEmpty ? [] : [""] + lines
    }
}

private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

/// `text` in lines of at most `width` characters, broken between words where that is possible.
private func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
        var rest = String(word)
        if !line.isEmpty, line.count + 1 + rest.count > width {
            lines.append(line)
            line = ""
        }
        while rest.count > width {
            lines.append(String(rest.prefix(width)))
            rest = String(rest.dropFirst(width))
        }
        line = line.isEmpty ? rest : line + " " + rest
    }
    return lines + (line.isEmpty ? [] : [line])
}
