/// A command's options: `--name value`, each at most once, and `--name` alone.
struct CommandOptions {
    /// Something is missing, unknown or given twice. Never holds what was given: it might be a secret.
    struct WrongUsage: Error { let sentence: String }

    private var values: [String: String] = [:]
    private var flags: Set<String> = []

    /// Reads `arguments`; an option that is in neither list is wrong usage.
    init(_ arguments: [String], values known: Set<String>, flags knownFlags: Set<String>) throws(WrongUsage) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            if knownFlags.contains(name) {
                flags.insert(name)
            } else if known.contains(name) {
                guard let value = rest.popFirst(), !value.isEmpty else {
                    throw WrongUsage(sentence: "\(name) needs a value")
                }
                guard values.updateValue(value, forKey: name) == nil else {
                    throw WrongUsage(sentence: "\(name) is given twice")
                }
            } else {
                let position = arguments.count - rest.count
                throw WrongUsage(sentence: "argument \(position) is not an option of this command")
            }
        }
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    subscript(name: String) -> String? { values[name] }
}
