/// A configuration that cannot be worked with: one sentence for the operator, exit status 78.
struct ConfigurationError: Error {
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }

    /// The environment variable that the sentence begins with: each that is about one does.
    var variable: String? {
        let first = sentence.prefix { $0 != " " && $0 != ":" }
        return first.hasPrefix(Setting.prefix) ? String(first) : nil
    }
}
