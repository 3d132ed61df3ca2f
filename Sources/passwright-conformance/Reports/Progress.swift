import Foundation

/// The line that tells a person how far it is, drawn anew on standard error; nothing where nobody watches.
final class Progress: Sendable {
    private let screen: Screen
    private let total: Int

    init(screen: Screen, total: Int) {
        self.screen = screen
        self.total = total
    }

    /// `done` of the cases have been asked, `last` at last. Called from one thread at a time.
    func show(_ done: Int, _ last: CaseResult) {
        guard screen.isLive else { return }
        let filled = 20 * done / max(1, total)
        let bar = String(repeating: "━", count: filled) + String(repeating: "─", count: 20 - filled)
        let head = "\(bar)  \(done)/\(total)  "
        let title = "\(last.item.id)  \(last.item.title)"
        let text = head + title.prefix(max(0, screen.width - head.count - 1))
        write("\r\u{1b}[2K" + text)
    }

    func end() { if screen.isLive { write("\r\u{1b}[2K") } }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
