import Foundation

/// One sentence for a person, on standard error.
func complain(_ text: String) {
    FileHandle.standardError.write(Data("passwright-conformance: \(text)\n".utf8))
}
