/// A configuration that cannot be worked with: one sentence for the operator, exit status 78.
struct ConfigurationError: Error {
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}
