/// A command line: options with a value, flags, and at most as many other words as a command takes.
struct Arguments {
    /// What is wrong with it, for a person.
    struct Mistake: Error { let text: String }

    private let values: [String: String]
    private let flags: Set<String>
    /// The words that are no option.
    let operands: [String]

    /// Reads `words`. An option that is not known, that stands twice or that lacks its value is a mistake, and so is
    /// one word more than `most`.
    init(
        _ words: some Sequence<String>, options: Set<String>, flags known: Set<String>, operands most: Int = 0
    ) throws(Mistake) {
        var (values, flags, operands) = ([String: String](), Set<String>(), [String]())
        var rest = words.makeIterator()
        while let word = rest.next() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if known.contains(name), parts.count == 1 {
                flags.insert(name)
            } else if options.contains(name) {
                guard values[name] == nil else { throw Mistake(text: "\(name) stands twice") }
                guard let value = parts.count == 2 ? String(parts[1]) : rest.next(), !value.isEmpty else {
                    throw Mistake(text: "\(name) needs a value")
                }
                values[name] = value
            } else if operands.count < most, !name.hasPrefix("--") {
                operands.append(word)
            } else {
                // Not repeated whole: a word in the wrong place can be a secret.
                throw Mistake(text: name.hasPrefix("--") ? "\(name) is not known here" : "a word too many")
            }
        }
        self.values = values
        self.flags = flags
        self.operands = operands
    }

    subscript(_ option: String) -> String? { values[option] }
    func has(_ flag: String) -> Bool { flags.contains(flag) }
}
