import Cryptography
import Glibc

/// The lines of a descriptor, each lent in memory that is cleansed: what is read never becomes a text.
struct SecretLines: ~Copyable {
    /// A line is longer than this or it is no card.
    static let longest = 4096

    enum Next {
        case line, tooLong, end
    }

    private let descriptor: Int32
    /// How many bytes there are, where that can be known, and how many were read.
    private let size: Int
    private var bytesRead = 0
    private var chunk = SecretBytes(capacity: 0)
    private var position = 0

    init(descriptor: Int32) {
        self.descriptor = descriptor
        var status = stat()
        let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        size = isFile ? Int(status.st_size) : 0
    }

    /// How much of a file was read; null for what is no file.
    var percent: Int? { size > 0 ? min(100, 100 * bytesRead / size) : nil }

    /// Puts the next line into `line`, which has room for `longest` bytes, without its end (LF, CR LF or the
    /// end of all). Of a line that is too long nothing is kept. Throws where the descriptor cannot be read.
    mutating func next(into line: inout SecretBytes) throws(StreamError) -> Next {
        line.truncate(to: 0)
        var outcome = Next.end
        while true {
            if position == chunk.count {
                chunk = try read()
                position = 0
                if chunk.count == 0 { break }
            }
            let start = position
            let newline = unsafe chunk.withUnsafeBytes { chunk in
                unsafe chunk[start...].firstIndex(of: UInt8(ascii: "\n"))
            }
            let end = newline ?? chunk.count
            position = min(end + 1, chunk.count)
            if line.count + end - start > Self.longest || outcome == .tooLong {
                outcome = .tooLong
                line.truncate(to: 0)
            } else {
                outcome = .line
                unsafe chunk.withUnsafeBytes { chunk in
                    unsafe line.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[start..<end]))
                }
            }
            if newline != nil { break }
        }
        dropCarriageReturn(of: &line)
        return outcome
    }

    private func dropCarriageReturn(of line: inout SecretBytes) {
        let last = unsafe line.withUnsafeBytes { line in unsafe line.last }
        if last == UInt8(ascii: "\r") { line.truncate(to: line.count - 1) }
    }

    /// What can be read now; nothing at the end.
    private mutating func read() throws(StreamError) -> SecretBytes {
        var count = 0
        var bytes = try unsafe SecretBytes(count: 32768) { (buffer) throws(StreamError) in
            repeat {
                count = unsafe Glibc.read(descriptor, buffer.baseAddress!, buffer.count)
            } while count < 0 && errno == EINTR
            guard count >= 0 else { throw .input }
        }
        bytes.truncate(to: count)
        bytesRead += count
        return bytes
    }
}
