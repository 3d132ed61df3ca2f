internal import Glibc

/// Reading what a person gave: all of it, or, where there is more than anybody could have meant, nothing.
package enum ShortFile {
    /// What an answer may have that a tool reads: as much as it takes from a server, too.
    package static let longestAnswer = 1 << 20
    /// What a set-up's files may have: fixtures of many thousand cards.
    package static let longest = 16 << 20

    /// Why it was not read.
    package enum Refusal: Error, Sendable {
        case cannotRead
        case tooLong(limit: Int)

        /// What is wrong with the file, for a sentence that begins with its name.
        package var complaint: String {
            switch self {
            case .cannotRead: "cannot be read"
            case .tooLong(let limit): "has more than \(limit >> 20) MiB"
            }
        }
    }

    /// Everything in the file at `path`, of at most `limit` bytes.
    package static func read(_ path: String, limit: Int = longest) throws(Refusal) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotRead }
        defer { close(descriptor) }
        return try read(descriptor, limit: limit)
    }

    /// Everything up to the end of standard input, of at most `limit` bytes. What comes after one too many is not waited
    /// for.
    package static func readStandardInput(limit: Int = longest) throws(Refusal) -> [UInt8] {
        try read(STDIN_FILENO, limit: limit)
    }

    private static func read(_ descriptor: Int32, limit: Int) throws(Refusal) -> [UInt8] {
        var contents: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes {
                unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .cannotRead }
            if count == 0 { return contents }
            contents += piece[..<count]
            guard contents.count <= limit else { throw .tooLong(limit: limit) }
        }
    }
}
