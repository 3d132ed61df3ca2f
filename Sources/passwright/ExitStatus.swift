import Glibc

/// How a command ends.
enum ExitStatus: Int32 {
    case good = 0
    /// The answer is no: a check failed.
    case no = 1
    case usage = 2
    case configuration = 78
}

/// One sentence for a person, on standard error. Where it cannot be written, what was to be done is done all the same.
///
/// - Parameter waits: whether a reader that has stopped is waited for, which a server that serves must not do.
func complain(_ text: String, waits: Bool = true) {
    let line = Array("passwright: \(text)\n".utf8)
    guard !waits else {
        writeAll(line, to: STDERR_FILENO)
        return
    }
    // A pipe that poll calls writable takes so much without blocking.
    var room = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&room, 1, 0) == 1, room.revents & Int16(POLLOUT) != 0 else { return }
    unsafe line.prefix(Int(PIPE_BUF)).withUnsafeBytes { bytes in
        _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
}
