/// A command line: options with a value, flags, nothing else.
struct Arguments {
    /// What is wrong with it, for a person.
    struct Mistake: Error { let text: String }

    private let values: [String: [String]]
    private let flags: Set<String>

    /// Reads `words`. An option that is not known, that lacks its value, or that stands twice where it is not one
    /// of `repeated`, is a mistake.
    init(
        _ words: some Sequence<String>, options: Set<String>, repeated: Set<String>, flags known: Set<String>
    ) throws(Mistake) {
        var (values, flags) = ([String: [String]](), Set<String>())
        var rest = words.makeIterator()
        while let name = rest.next() {
            if known.contains(name) {
                flags.insert(name)
            } else if options.contains(name) || repeated.contains(name) {
                guard let value = rest.next(), !value.isEmpty else {
                    throw Mistake(text: "\(name) needs a value")
                }
                guard values[name] == nil || repeated.contains(name) else {
                    throw Mistake(text: "\(name) stands twice")
                }
                values[name, default: []].append(value)
            } else {
                throw Mistake(text: name.hasPrefix("--") ? "\(name) is not known here" : "a word too many")
            }
        }
        self.values = values
        self.flags = flags
    }

    subscript(_ option: String) -> String? { values[option]?.first }
    func all(_ option: String) -> [String] { values[option] ?? [] }
    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// A whole number within `range`, or `otherwise` where the option is not there.
    func number(_ option: String, _ range: ClosedRange<Int>, otherwise: Int) throws(Mistake) -> Int {
        guard let text = self[option] else { return otherwise }
        guard let number = Int(text), range.contains(number) else {
            throw Mistake(text: "\(option) is a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
