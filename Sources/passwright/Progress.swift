import Glibc

/// How far a long command is, on standard error: one line that is written over on a terminal; else, for a log, a
/// line now and then.
struct Progress {
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let step: Int
    private let start = Progress.now()
    private var steps = 0
    private var shown = 0.0

    /// `step`: after how many a line is worth it where there is no terminal.
    init(step: Int) { self.step = max(step, 1) }

    /// Seconds since it began.
    var seconds: Double { Progress.now() - start }

    /// Says that `done` are done, now and then: `text` is made only where it is shown.
    mutating func show(_ done: Int, _ text: () -> String) {
        if isTerminal {
            guard seconds - shown > 0.2 else { return }
            shown = seconds
            writeAll(Array("\r\u{1b}[K\(text())".utf8), to: STDERR_FILENO)
        } else if done / step > steps {
            steps = done / step
            VaultCommand.complain("\(text()).")
        }
    }

    /// Says something that is to stay.
    func complain(_ sentence: String) {
        clear()
        VaultCommand.complain(sentence)
    }

    /// Makes room for what is written next.
    func clear() {
        if isTerminal { writeAll(Array("\r\u{1b}[K".utf8), to: STDERR_FILENO) }
    }

    private static func now() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}
