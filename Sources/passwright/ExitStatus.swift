import Foundation

/// How a command ends.
enum ExitStatus: Int32 {
    case good = 0
    /// The answer is no: a check failed.
    case no = 1
    case usage = 2
    case configuration = 78
}

/// One sentence for a person, on standard error.
func complain(_ text: String) {
    FileHandle.standardError.write(Data("passwright: \(text)\n".utf8))
}
