/// How something is drawn on a terminal, or into a pipe.
package struct TextStyle: Sendable {
    /// Columns of the terminal.
    package var width: Int
    package var coloured: Bool

    package init(width: Int, coloured: Bool) {
        self.width = width
        self.coloured = coloured
    }

    enum Paint: String {
        case bold = "1"
        case dim = "2"
        case green = "32"
        case boldGreen = "32;1"
        case red = "31"
        case boldRed = "31;1"
        case yellow = "33"
        case cyan = "36"
    }

    func paint(_ text: String, _ paint: Paint) -> String {
        coloured ? "\u{1b}[\(paint.rawValue)m\(text)\u{1b}[0m" : text
    }

    /// Two columns where the second has some room; else it goes below the first.
    var isWide: Bool { width >= 60 }
    /// Where the second column begins.
    package var second = 30
    /// Where it begins when it is below.
    static let below = 6

    /// `text` in the second column, after `first`, which is `length` characters long on the screen.
    func beside(_ first: String, _ length: Int, _ text: String, _ paint: Paint) -> [String] {
        guard !text.isEmpty else { return [first] }
        let indent = isWide ? second : TextStyle.below
        let pieces = wrapped(text, max(16, width - indent)).map { self.paint($0, paint) }
        let space = String(repeating: " ", count: indent)
        guard isWide, length < second else { return [first] + pieces.map { space + $0 } }
        let gap = String(repeating: " ", count: second - length)
        return [first + gap + pieces[0]] + pieces.dropFirst().map { space + $0 }
    }

    /// `text` after `mark`, its further lines below its first.
    func item(_ mark: String, _ text: String, indent: Int, _ paint: Paint) -> [String] {
        let deep = indent + mark.count + 1
        return wrapped(text, max(16, width - deep)).enumerated().map { index, line in
            let start =
                index == 0 ? String(repeating: " ", count: indent) + self.paint(mark, paint) + " " : ""
            return padded(start, index == 0 ? 0 : deep) + self.paint(line, paint)
        }
    }

    /// `text`, every line after `indent` spaces.
    func paragraph(_ text: String, indent: Int, _ paint: Paint? = nil) -> [String] {
        wrapped(text, max(16, width - indent)).map { line in
            String(repeating: " ", count: indent) + (paint.map { self.paint(line, $0) } ?? line)
        }
    }
}

func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

/// `text` in the middle of `width` columns.
func centred(_ text: String, _ width: Int) -> String {
    padded(String(repeating: " ", count: max(0, width - text.count) / 2) + text, width)
}

/// `text` in lines of at most `width` characters, broken between words where that is possible.
func wrapped(_ text: String, _ width: Int) -> [String] {
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
