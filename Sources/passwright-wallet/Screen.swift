import Foundation
import Wallet

/// The terminal, as far as drawing depends on it.
enum Screen {
    /// Colours only where a person looks (and `NO_COLOR` is not set); the width of the terminal, else of `COLUMNS`,
    /// else 80.
    static func style(_ environment: [String: String]) -> AddReport.Style {
        let terminal = isatty(STDOUT_FILENO) == 1
        let plain = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
        let width = (terminal ? columns() : nil) ?? environment["COLUMNS"].flatMap { Int($0) } ?? 80
        return AddReport.Style(width: min(max(width, 20), 110), coloured: terminal && !plain)
    }

    private static func columns() -> Int? {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
