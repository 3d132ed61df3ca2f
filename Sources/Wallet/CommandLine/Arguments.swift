/// A command line: options with a value (`--option value` or `--option=value`), flags, and at most as many other words
/// as a command takes.
package struct Arguments: Sendable {
    /// What is wrong with it, for a person. It never has a value or another word in it: that can be a secret.
    package struct Mistake: Error {
        package let text: String

        package init(text: String) { self.text = text }
    }

    private let values: [String: [String]]
    private let flags: Set<String>
    /// The words that are no option.
    package let operands: [String]

    /// Reads `words`. An option that is not known, that lacks its value, or that stands twice where it is not one of
    /// `repeated`, is a mistake, and so is one word more than `most`.
    package init(
        _ words: some Sequence<String>, options: Set<String>, repeated: Set<String> = [],
        flags known: Set<String>, operands most: Int = 0
    ) throws(Mistake) {
        var (values, flags, operands) = ([String: [String]](), Set<String>(), [String]())
        var rest = words.makeIterator()
        while let word = rest.next() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if known.contains(name), parts.count == 1 {
                flags.insert(name)
            } else if options.contains(name) || repeated.contains(name) {
                guard values[name] == nil || repeated.contains(name) else {
                    throw Mistake(text: "\(name) stands twice")
                }
                guard let value = parts.count == 2 ? String(parts[1]) : rest.next(), !value.isEmpty else {
                    throw Mistake(text: "\(name) needs a value")
                }
                values[name, default: []].append(value)
            } else if operands.count < most, !name.hasPrefix("--") {
                operands.append(word)
            } else {
                throw Mistake(text: name.hasPrefix("--") ? "\(name) is not known here" : "a word too many")
            }
        }
        self.values = values
        self.flags = flags
        self.operands = operands
    }

    package subscript(_ option: String) -> String? { values[option]?.first }
    /// Every value of an option that may be repeated, in order.
    package func all(_ option: String) -> [String] { values[option] ?? [] }
    package func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// A whole number within `range`, or `otherwise` where the option is not there.
    package func number(
        _ option: String, _ range: ClosedRange<Int>, otherwise: Int
    ) throws(Mistake) -> Int {
        guard let text = self[option] else { return otherwise }
        guard let number = Int(text), range.contains(number) else {
            throw Mistake(text: "\(option) is a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
