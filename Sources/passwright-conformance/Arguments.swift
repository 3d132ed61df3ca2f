/// A command line: options with a value, which may stand more than once, flags, nothing else.
struct Arguments {
    /// What is wrong with it, for a person.
    struct Mistake: Error { let text: String }

    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []

    /// Reads `words`. An option that is not known or lacks its value is a mistake.
    init(_ words: some Sequence<String>, options: Set<String>, flags known: Set<String>) throws(Mistake) {
        var rest = words.makeIterator()
        while let word = rest.next() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if known.contains(name), parts.count == 1 {
                flags.insert(name)
            } else if options.contains(name) {
                guard let value = parts.count == 2 ? String(parts[1]) : rest.next(), !value.isEmpty else {
                    throw Mistake(text: "\(name) needs a value")
                }
                values[name, default: []].append(value)
            } else {
                // Not repeated whole: a word in the wrong place can be a secret.
                throw Mistake(text: name.hasPrefix("--") ? "\(name) is not known here" : "a word too many")
            }
        }
    }

    /// Every value of an option, in order.
    func all(_ option: String) -> [String] { values[option] ?? [] }

    /// The value of an option that stands once.
    func one(_ option: String) throws(Mistake) -> String? {
        let values = all(option)
        guard values.count <= 1 else { throw Mistake(text: "\(option) stands twice") }
        return values.first
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }
}
