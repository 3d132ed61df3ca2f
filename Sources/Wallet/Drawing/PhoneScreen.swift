/// What stands on the phone when all is over.
struct PhoneScreen {
    let added: Bool
    let title: String
    let text: String
    /// `visa`, ... and the last four digits, for the picture of the card.
    let network: String?
    let lastFour: String?

    func drawn(_ style: TextStyle) -> [String] {
        let room = max(16, min(44, style.width - 8))
        func row(_ text: String, _ paint: TextStyle.Paint? = nil) -> String {
            let filled = centred(text, room)
            return "  │  " + (paint.map { style.paint(filled, $0) } ?? filled) + "  │"
        }
        let edge = String(repeating: "─", count: room + 4)
        let picture = added && room >= 32 ? card(28).map { row($0, .cyan) } + [row("")] : []
        return ["  ╭\(edge)╮"] + picture + wrapped(title, room).map { row($0, added ? .boldGreen : .boldRed) }
            + wrapped(text, room).map { row($0) } + ["  ╰\(edge)╯"]
    }

    private func card(_ width: Int) -> [String] {
        let edge = String(repeating: "─", count: width - 2)
        let name = (network ?? "").uppercased()
        let number = lastFour.map { "···· \($0)" } ?? ""
        let gap = String(repeating: " ", count: max(0, width - 4 - number.count))
        return [
            "╭\(edge)╮", "│ \(padded(name, width - 4)) │", "│ \(padded("", width - 4)) │",
            "│ \(gap)\(number) │", "╰\(edge)╯",
        ]
    }
}
