import Foundation

/// How a command ends.
enum ExitStatus: Int32 {
    case good = 0
    /// The answer is no: a request was not answered with 200.
    case no = 1
    case usage = 2
    case configuration = 78
}

/// One sentence for a person, on standard error.
func complain(_ text: String) {
    FileHandle.standardError.write(Data("passwright-bench: \(text)\n".utf8))
}
