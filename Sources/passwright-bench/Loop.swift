import Foundation
import Synchronization

/// Sends a load over so many connections: each its next request when it has its last one's answer, or each request
/// at its own instant.
struct Loop: Sendable {
    let load: Load
    let connections: Int
    /// Requests a second; nil for as fast as the answers come.
    let rate: Int?

    func run() -> LoadOutcome {
        let next = Atomic<Int>(0)
        let shares = Mutex<[LoadOutcome]>([])
        let start = Instant.now
        // Blocking sockets, each on a thread of its own: tasks would share two.
        let threads = Threads(connections) {
            var line = Line(load.address)
            var share = LoadOutcome()
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < load.requests.count else { break }
                let request = load.requests[index]
                let due = dueTime(of: index, start)
                let answer = line.answer(to: request.bytes, keepingBody: request.order != nil)
                share.add(status: answer?.status, nanoseconds: due.nanosecondsUntilNow)
                if let order = request.order, let answer, answer.status == 200 {
                    share.keep(LoadOutcome.Sample(order: order, body: answer.body))
                }
            }
            shares.withLock { $0.append(share) }
        }
        threads.wait()
        return shares.withLock { LoadOutcome(joining: $0, nanoseconds: start.nanosecondsUntilNow) }
    }

    /// When this request is due, after waiting for that instant. Its latency counts from there, also where every
    /// connection was still waiting for an answer: who comes to a slow server waits in front of it.
    private func dueTime(of index: Int, _ start: Instant) -> Instant {
        guard let rate else { return .now }
        let due = start.adding(nanoseconds: index * 1_000_000_000 / rate)
        due.sleep()
        return due
    }
}
