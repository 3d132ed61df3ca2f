/// A command line: options with a value (`--name value` or `--name=value`), flags, and nothing else.
struct Arguments {
    /// What is wrong with it: a sentence for a person without its full stop and without any value that was given.
    struct Mistake: Error { let sentence: String }

    private let values: [String: String]
    private let flags: Set<String>

    /// Reads `words`. A word that is not known, that stands twice or that lacks its value is a mistake. `--help`
    /// is known to every command.
    init(_ words: some Sequence<String>, options: Set<String>, flags known: Set<String>) throws(Mistake) {
        var (values, flags) = ([String: String](), Set<String>())
        var rest = words.makeIterator()
        while let word = rest.next() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if name == "--help" || known.contains(name) {
                guard parts.count == 1 else { throw Mistake(sentence: "\(name) takes no value") }
                guard flags.insert(name).inserted else { throw Mistake(sentence: "\(name) stands twice") }
            } else if options.contains(name) {
                guard values[name] == nil else { throw Mistake(sentence: "\(name) stands twice") }
                values[name] = try Self.value(of: name, written: parts.dropFirst().first, or: &rest)
            } else {
                throw Self.unknown(name)
            }
        }
        self.values = values
        self.flags = flags
    }

    subscript(_ option: String) -> String? { values[option] }

    /// The value of an option that the command cannot do without.
    func required(_ option: String) throws(Mistake) -> String {
        guard let value = values[option] else { throw Mistake(sentence: "\(option) is needed") }
        return value
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    var wantsHelp: Bool { has("--help") }

    /// What follows `=`, or else the next word. A next word that looks like an option is taken for one: a value
    /// that begins with two hyphens has to follow `=`.
    private static func value(
        of name: String, written: Substring?, or rest: inout some IteratorProtocol<String>
    ) throws(Mistake) -> String {
        if let written, !written.isEmpty { return String(written) }
        guard written == nil, let next = rest.next(), !next.isEmpty, !next.hasPrefix("--") else {
            throw Mistake(sentence: "\(name) needs a value")
        }
        return next
    }

    /// Repeats the word only where it can be nothing but a misspelt option: a secret in the wrong place must not
    /// go on into a log.
    private static func unknown(_ name: String) -> Mistake {
        let isPlain =
            name.utf8.count <= 24 && name.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) }
        guard isPlain, name.hasPrefix("--") else { return Mistake(sentence: "There is a word too many") }
        return Mistake(sentence: "\(name) is not known here")
    }
}
