internal import FoundationEssentials
internal import Glibc

/// The log: one JSON object a line, one line an event, one `write` a line.
///
/// A reader that has stopped must not stop the server: where the descriptor takes no more, the line is dropped
/// and counted, and the count is said in the next line that gets through.
package final class EventLog: Sendable {
    private let descriptor: Int32
    private let dropped = Locked(0)

    /// `descriptor` stays the caller's. A reader that has gone away is to be no signal: SIGPIPE is ignored from
    /// here on.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Lines that were dropped and not yet said.
    package var droppedLines: Int { dropped.with { $0 } }

    /// Writes one event.
    package func write(_ event: StaticString, _ fields: [Field] = []) {
        let time = Self.text(Date())
        dropped.with { dropped in
            var all = fields
            if dropped > 0 { all.append(.number("dropped_lines", dropped)) }
            let line = Self.line(event, all, time: time)
            if put(line) { dropped = 0 } else { dropped += 1 }
        }
    }

    /// A pipe that poll calls writable takes at least PIPE_BUF bytes without blocking, and whole.
    private func put(_ line: [UInt8]) -> Bool {
        precondition(line.count <= Int(PIPE_BUF), "a log line is longer than a pipe takes whole")
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&wait, 1, 0) == 1, wait.revents & Int16(POLLOUT) != 0 else { return false }
        return unsafe line.withUnsafeBytes { bytes in
            unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count) == bytes.count
        }
    }

    static func line(_ event: StaticString, _ fields: [Field], time: String) -> [UInt8] {
        var text = "{\"time\":\"\(time)\",\"event\":\"\(event)\""
        for field in fields {
            let quote = field.isNumber ? "" : "\""
            text += ",\"\(field.name)\":\(quote)\(field.plain)\(quote)"
        }
        text += "}\n"
        return Array(text.utf8)
    }

    /// RFC 3339 in UTC, with milliseconds.
    static func text(_ time: Date) -> String {
        time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
