/// Which cases of the catalogue are asked.
struct Selection {
    /// Null: every profile.
    var profiles: Set<Profile>?
    /// Any of these: an id, a group, a rule, or a part of one with `*`.
    var patterns: [String] = []
    /// None of these.
    var exceptions: [String] = []

    func takes(_ item: Case) -> Bool {
        guard profiles.map({ $0.contains(item.profile) }) ?? true else { return false }
        return (patterns.isEmpty || patterns.contains { Selection.calls(item, $0) })
            && !exceptions.contains { Selection.calls(item, $0) }
    }

    /// The first pattern that none of the cases is called by: a slip.
    func stray(among cases: [Case]) -> String? {
        (patterns + exceptions).first { pattern in
            !cases.contains { Selection.calls($0, pattern) }
        }
    }

    private static func calls(_ item: Case, _ pattern: String) -> Bool {
        [item.id, item.group.rawValue, item.rule.rawValue].contains {
            matches($0.lowercased()[...], pattern.lowercased()[...])
        }
    }

    /// `*` stands for any characters.
    static func matches(_ text: Substring, _ pattern: Substring) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return matches(text, pattern.dropFirst()) || !text.isEmpty && matches(text.dropFirst(), pattern)
        }
        return text.first == first && matches(text.dropFirst(), pattern.dropFirst())
    }
}
