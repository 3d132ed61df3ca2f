import Glibc
import Synchronization

/// Sends a load over so many connections: on each the next request when the last one's answer is here, or each
/// request at its own instant.
///
/// One thread does it all: the load shares its processors with the server, and a thread for each connection costs
/// more than the requests.
struct Loop: Sendable {
    let load: Load
    let connections: Int
    /// Requests a second; nil for as fast as the answers come.
    let rate: Int?

    /// Until this is set, the requests are sent again and again; nil for once each.
    final class Stop: Sendable {
        private let flag = Atomic<Bool>(false)
        var isSet: Bool { flag.load(ordering: .relaxed) }
        func now() { flag.store(true, ordering: .relaxed) }
    }

    func run(until stop: Stop? = nil) -> LoadOutcome {
        var lines = Lines(load.address, connections)
        let start = Instant.now
        var outcome = LoadOutcome()
        var index = 0
        while true {
            let hasMore = stop.map { !$0.isSet } ?? (index < load.requests.count)
            guard hasMore || lines.areBusy else { break }
            // Its latency counts from here, also where every connection still waits for an answer: who comes to a
            // slow server waits in front of it.
            let due = rate.map { start.adding(nanoseconds: index * 1_000_000_000 / $0) } ?? .now
            if hasMore, due.nanosecondsUntilNow >= 0, lines.haveRoom {
                let request = load.requests[index % load.requests.count]
                if !lines.send(request, due: due) {
                    outcome.add(status: nil, nanoseconds: due.nanosecondsUntilNow)
                }
                index += 1
                continue
            }
            lines.wait(until: hasMore && lines.haveRoom ? due : nil) { request, due, answer in
                outcome.add(status: answer?.status, nanoseconds: due.nanosecondsUntilNow)
                if let order = request.order, let answer, answer.status == 200 {
                    outcome.keep(LoadOutcome.Sample(order: order, body: answer.body))
                }
            }
        }
        return LoadOutcome(joining: [outcome], nanoseconds: start.nanosecondsUntilNow)
    }
}
