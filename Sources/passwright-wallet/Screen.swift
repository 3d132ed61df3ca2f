import Foundation
import Wallet

/// The terminal, as far as drawing depends on it.
enum Screen {
    /// Colours only where a person looks (and `NO_COLOR` is not set); the width of the terminal, else of `COLUMNS`,
    /// else 80.
    static func style(_ environment: [String: String]) -> TextStyle {
        let terminal = isatty(STDOUT_FILENO) == 1
        let plain = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
        let width = (terminal ? columns() : nil) ?? environment["COLUMNS"].flatMap { Int($0) } ?? 80
        return TextStyle(width: min(max(width, 20), 110), coloured: terminal && !plain)
    }

    /// Prints lines at once, so that a person sees each step when it is taken, through a pipe too.
    static func show(_ lines: [String]) {
        FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }

    private static func columns() -> Int? {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
