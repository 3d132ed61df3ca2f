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
    private var chunk = SecretBytes(capacity: 0)
    private var position = 0

    init(descriptor: Int32) { self.descriptor = descriptor }

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
    private func read() throws(StreamError) -> SecretBytes {
        var count = 0
        var bytes = try unsafe SecretBytes(count: 32768) { (buffer) throws(StreamError) in
            repeat {
                count = unsafe Glibc.read(descriptor, buffer.baseAddress!, buffer.count)
            } while count < 0 && errno == EINTR
            guard count >= 0 else { throw .input }
        }
        bytes.truncate(to: count)
        return bytes
    }
}
