import Foundation

/// The terminal, as far as drawing depends on it.
struct Screen: Sendable {
    /// Columns.
    let width: Int
    let isColoured: Bool
    /// Whether a person watches: only then is a line drawn anew.
    let isLive: Bool

    init(width: Int, isColoured: Bool, isLive: Bool) {
        self.width = width
        self.isColoured = isColoured
        self.isLive = isLive
    }

    /// Colours only where a person looks (and `NO_COLOR` is not set); the width of the terminal, else of `COLUMNS`,
    /// else 80.
    init(_ environment: [String: String]) {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let isPlain = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
        let width = (isTerminal ? Screen.columns() : nil) ?? environment["COLUMNS"].flatMap { Int($0) } ?? 80
        self.init(
            width: min(max(width, 40), 120), isColoured: isTerminal && !isPlain,
            isLive: isatty(STDERR_FILENO) == 1 && !isPlain)
    }

    private static func columns() -> Int? {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    enum Ink: String, Sendable { case bold = "1", dim = "2", red = "31", green = "32", yellow = "33" }

    func ink(_ text: String, _ inks: Ink...) -> String {
        guard isColoured, !text.isEmpty else { return text }
        return "\u{1b}[\(inks.map(\.rawValue).joined(separator: ";"))m\(text)\u{1b}[0m"
    }

    /// `text` in lines of the screen's width, each after the first set in by `margin`.
    func wrapped(_ text: String, margin: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + word.count + 1 > width - margin {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + (line.isEmpty ? [] : [line])
    }
}
