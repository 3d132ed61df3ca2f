/// `--list`: the cases by group.
struct CaseList {
    let cases: [Case]
    let width: Int

    var text: String {
        let screen = Screen(width: width, isColoured: false, isLive: false)
        let ruleWidth = cases.map(\.rule.rawValue.count).max() ?? 0
        var lines: [String] = []
        for group in Group.allCases {
            let members = cases.filter { $0.group == group }
            guard !members.isEmpty else { continue }
            lines.append("\(group.title) (\(group.rawValue), \(members.count))")
            for item in members {
                let rule = item.rule.rawValue.padding(ruleWidth)
                let margin = 2 + item.id.count + 2 + ruleWidth + 2
                let title = screen.wrapped(item.title, margin: margin)
                lines.append("  \(item.id)  \(rule)  \(title[0])")
                lines += title.dropFirst().map { String(repeating: " ", count: margin) + $0 }
            }
            lines.append("")
        }
        let profiles = Profile.allCases.map { profile in
            "\(profile.rawValue) \(cases.count { $0.profile == profile })"
        }
        return (lines + ["\(cases.count) cases: " + profiles.joined(separator: ", ")]).joined(separator: "\n")
    }
}

extension String {
    /// With blanks up to this many characters.
    func padding(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
