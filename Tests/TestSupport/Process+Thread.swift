package import Foundation

// Foundation gives each thread that starts or awaits a process a run loop, and frees it when the thread has ended,
// after the thread sanitizer has forgotten the thread: the sanitizer's own runtime then crashes. So one thread that
// never ends starts them all, and nobody awaits them on a run loop.

extension Process {
    /// As `run()`.
    package func start() throws {
        try Launcher.shared.launch(self)
    }

    /// As `waitUntilExit()`.
    package func waitForEnd() {
        while isRunning { usleep(1000) }
    }
}

/// The thread that starts every process of the tests.
private final class Launcher: @unchecked Sendable {
    static let shared = Launcher()

    private let condition = NSCondition()
    private var waiting: [(process: Process, outcome: Outcome)] = []

    private final class Outcome { var result: Result<Void, any Error>? }

    private init() {
        Thread.detachNewThread { [self] in
            while true {
                condition.lock()
                while waiting.isEmpty { condition.wait() }
                let next = waiting.removeFirst()
                condition.unlock()
                let result = Result { try next.process.run() }
                condition.lock()
                next.outcome.result = result
                condition.broadcast()
                condition.unlock()
            }
        }
    }

    func launch(_ process: Process) throws {
        let outcome = Outcome()
        condition.lock()
        waiting.append((process, outcome))
        condition.broadcast()
        while outcome.result == nil { condition.wait() }
        condition.unlock()
        try outcome.result!.get()
    }
}
