import Foundation
import Glibc

/// Colours for a person at a terminal: none where standard output is something else, nor with `NO_COLOR` set.
struct Ink {
    private let isColoured: Bool

    init(_ environment: [String: String]) {
        isColoured =
            isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
            && environment["TERM"] != "dumb"
    }

    func green(_ text: String) -> String { paint(text, 32) }
    func yellow(_ text: String) -> String { paint(text, 33) }
    func red(_ text: String) -> String { paint(text, 31) }
    func faint(_ text: String) -> String { paint(text, 2) }

    private func paint(_ text: String, _ code: Int) -> String {
        isColoured ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }
}

extension String {
    /// Filled with spaces up to `width` characters.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// What others wrote, for a terminal: nothing in it can move the cursor or change a colour.
    init(printable bytes: some Sequence<UInt8>) {
        let text = String(decoding: Array(bytes), as: UTF8.self)
        self = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator: "?"
                    default: scalar
                    }
                }))
    }
}
