import Synchronization

/// Asks for `/healthz` fifty times a second beside a load, each time at its own instant, on a connection of its own.
final class HealthProbe: Sendable {
    private let stopped = Atomic<Bool>(false)
    private let outcome = Mutex<LoadOutcome?>(nil)

    private static let pause = 20_000_000

    /// Probes until `body` has returned; what came of both.
    static func beside<R>(_ address: ServerAddress, _ body: () -> R) -> (R, LoadOutcome) {
        let probe = HealthProbe()
        let thread = Threads(1) { probe.run(address) }
        let result = body()
        probe.stopped.store(true, ordering: .relaxed)
        thread.wait()
        return (result, probe.outcome.withLock { $0! })
    }

    private func run(_ address: ServerAddress) {
        let request = Array("GET /healthz HTTP/1.1\r\nHost: \(address.authority)\r\n\r\n".utf8)
        let start = Instant.now
        var line = Line(address)
        var share = LoadOutcome()
        var due = start
        while !stopped.load(ordering: .relaxed) {
            due.sleep()
            let answer = line.answer(to: request, keepingBody: false)
            share.add(status: answer?.status, nanoseconds: due.nanosecondsUntilNow)
            due = due.adding(nanoseconds: Self.pause)
        }
        let joined = LoadOutcome(joining: [share], nanoseconds: start.nanosecondsUntilNow)
        outcome.withLock { $0 = joined }
    }
}
