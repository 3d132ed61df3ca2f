import Glibc

/// Where the lines that were not sealed are told of: number and reason, never what a line holds.
final class RefusedLines {
    private(set) var count = 0
    /// A file of the operator's, or null for standard error.
    private let descriptor: Int32?

    /// Onto standard error, a line each.
    init() { descriptor = nil }

    /// Into a file of comma-separated values that is made here: one that is there may be the cards themselves and is
    /// never written over.
    init(file path: String) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let why = errno == EEXIST ? "is there already" : "cannot be made"
            throw ConfigurationError("--refused \(path) \(why).")
        }
        self.descriptor = descriptor
        try write("line,reason\n")
    }

    deinit { if let descriptor { close(descriptor) } }

    func add(line number: Int, _ reason: CardRefusal, _ progress: Progress) throws(StreamError) {
        count += 1
        if descriptor == nil {
            progress.complain("line \(number): \(reason.rawValue).")
        } else {
            try write("\(number),\"\(reason.rawValue)\"\n")
        }
    }

    private func write(_ text: String) throws(StreamError) {
        guard writeAll(Array(text.utf8), to: descriptor ?? STDERR_FILENO) else { throw .refused }
    }
}
