import Synchronization

/// One caller who sends worthless certificates beside a load, as fast as the answers come.
final class Flood: Sendable {
    private let stopped = Atomic<Bool>(false)
    private let shares = Mutex<[LoadOutcome]>([])

    /// Floods over so many connections until `body` has returned; what came of both.
    static func beside<R>(_ load: Load, connections: Int, _ body: () -> R) -> (R, LoadOutcome) {
        let flood = Flood()
        let start = Instant.now
        let threads = Threads(connections) { flood.run(load) }
        let result = body()
        flood.stopped.store(true, ordering: .relaxed)
        threads.wait()
        let outcome = flood.shares.withLock {
            LoadOutcome(joining: $0, nanoseconds: start.nanosecondsUntilNow)
        }
        return (result, outcome)
    }

    private func run(_ load: Load) {
        var line = Line(load.address)
        var share = LoadOutcome()
        while !stopped.load(ordering: .relaxed) {
            let sent = Instant.now
            let request = load.requests.randomElement()!
            let answer = line.answer(to: request.bytes, keepingBody: false)
            share.add(status: answer?.status, nanoseconds: sent.nanosecondsUntilNow)
        }
        shares.withLock { $0.append(share) }
    }
}
