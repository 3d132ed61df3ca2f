internal import FoundationEssentials
internal import Glibc

/// The log: one JSON object a line, one line an event, one `write` a line.
///
/// A reader that has stopped must not stop the server: where the descriptor takes no more, the line is dropped
/// and counted, and the count is said in the next line that gets through.
package final class EventLog: Sendable {
    private let descriptor: Int32
    private let state = Locked(State())

    private struct State {
        /// Lines that were dropped and not yet said.
        var dropped = 0
        var clock = LogTime()
    }

    /// `descriptor` stays the caller's. A reader that has gone away is to be no signal: SIGPIPE is ignored from
    /// here on.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Lines that were dropped and not yet said.
    package var droppedLines: Int { state.with { $0.dropped } }

    /// Writes one event.
    package func write(_ event: StaticString, _ fields: [Field] = []) {
        let time = Date()
        state.with { state in
            var all = fields
            if state.dropped > 0 { all.append(.number("dropped_lines", state.dropped)) }
            let line = Self.line(event, all, time: state.clock.text(time))
            if put(line) { state.dropped = 0 } else { state.dropped += 1 }
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
        var line: [UInt8] = []
        line.reserveCapacity(320)
        line.append(#"{"time":""#)
        line += time.utf8
        line.append(#"","event":""#)
        line.append(event)
        line.append(#"""#)
        for field in fields {
            line.append(#",""#)
            line.append(field.name)
            line.append(field.isNumber ? #"":"# : #"":""#)
            field.append(to: &line)
            if !field.isNumber { line.append(#"""#) }
        }
        line.append("}\n")
        return line
    }
}

/// Writes times as RFC 3339 in UTC, with milliseconds. What stays for a second is kept: the calendar was a third of
/// what a line costs.
struct LogTime: Sendable {
    private var second = Int64.min
    /// Up to the point before the milliseconds.
    private var start = ""

    mutating func text(_ time: Date) -> String {
        let milliseconds = Int64((time.timeIntervalSince1970 * 1000).rounded(.down))
        let second = (Double(milliseconds) / 1000).rounded(.down)
        if Int64(second) != self.second {
            self.second = Int64(second)
            let whole = Date(timeIntervalSince1970: second).formatted(Date.ISO8601FormatStyle())
            start = whole.dropLast() + "."
        }
        let rest = milliseconds - self.second * 1000
        return start + (rest < 10 ? "00" : rest < 100 ? "0" : "") + String(rest) + "Z"
    }
}
