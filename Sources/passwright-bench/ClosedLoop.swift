import Foundation
import Synchronization

/// Sends a load over so many connections, each its next request when it has its last one's answer.
struct ClosedLoop: Sendable {
    let load: Load
    let connections: Int

    func run() -> LoadOutcome {
        let next = Atomic<Int>(0)
        let shares = Mutex<[LoadOutcome]>([])
        let start = ContinuousClock.now
        // Blocking sockets, each on a thread of its own: tasks would share two.
        let threads = (0..<connections).map { _ in
            let ended = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                var line = Line(load.address)
                var share = LoadOutcome()
                while true {
                    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard index < load.requests.count else { break }
                    let sent = ContinuousClock.now
                    let status = line.status(of: load.requests[index])
                    share.add(status: status, after: sent.duration(to: .now))
                }
                shares.withLock { $0.append(share) }
                ended.signal()
            }
            return ended
        }
        for ended in threads { ended.wait() }
        return shares.withLock { LoadOutcome(joining: $0, elapsed: start.duration(to: .now)) }
    }
}
