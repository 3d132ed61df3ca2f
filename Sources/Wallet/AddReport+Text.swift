extension AddReport {
    /// The report for a person: the exchange as it went, then the phone's screen, then what to change.
    package func text(_ style: TextStyle) -> String {
        (heading(style) + steps.flatMap(style.drawn) + ending(style)).joined(separator: "\n")
    }

    /// What stands before the first step.
    package func heading(_ style: TextStyle) -> [String] {
        let number = lastFour.map { " ···· \($0)" } ?? ""
        let place = device == .watch ? "an Apple Watch" : "an iPhone"
        return [style.paint("Adding card\(number) to \(place)", .bold)]
            + wrapped("through \(server)", style.width).map { style.paint($0, .dim) }
    }

    /// What stands after the last one.
    package func ending(_ style: TextStyle) -> [String] {
        let screen = PhoneScreen(
            added: added, title: phoneTitle, text: phoneText, network: network, lastFour: lastFour)
        return [""] + screen.drawn(style) + afterword(style) + whatToChange(style)
    }

    /// What the phone does not show and a developer wants.
    private func afterword(_ style: TextStyle) -> [String] {
        var lines: [String] = []
        if let message = problem?.message {
            lines += style.paragraph("The server says: \(message)", indent: 2)
        }
        if let requestID { lines += style.paragraph("request id \(requestID)", indent: 2, .dim) }
        return lines.isEmpty ? [] : [""] + lines
    }

    private func whatToChange(_ style: TextStyle) -> [String] {
        guard let first = findings.first(where: { $0.verdict == .failed }) else { return [] }
        var lines = ["", "  " + style.paint("First wrong", .bold)]
        lines += style.paragraph("\(first.party.title), \(first.check): \(first.reason)", indent: 2, .red)
        if !deviations.isEmpty {
            lines += ["", "  " + style.paint("What to change", .bold)] + style.drawn(deviations)
        } else if let advice {
            lines +=
                ["", "  " + style.paint("What to do", .bold)] + style.item("→", advice, indent: 2, .green)
        }
        return lines
    }
}
