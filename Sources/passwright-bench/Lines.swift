import Glibc

/// The connections of a loop: those that are free, and those that wait for an answer.
struct Lines {
    private let lines: [Line]
    private var free: [Int]
    private var waiting: [Int: (request: PreparedRequest, due: Instant, sent: Instant)] = [:]

    /// After which an answer is not waited for any more.
    private static let patience = 10_000_000_000

    /// All are opened here: hundreds that knock at one instant wait for each other.
    init(_ address: ServerAddress, _ count: Int) {
        lines = (0..<count).map { _ in Line(address) }
        for line in lines { line.connect() }
        free = Array((0..<count).reversed())
    }

    var haveRoom: Bool { !free.isEmpty }
    var areBusy: Bool { !waiting.isEmpty }

    /// Sends a request on a free line; false where it could not be sent.
    mutating func send(_ request: PreparedRequest, due: Instant) -> Bool {
        let place = free.removeLast()
        guard lines[place].send(request.bytes) else {
            free.append(place)
            return false
        }
        waiting[place] = (request, due, .now)
        return true
    }

    /// Waits for answers, at most until `instant`, and gives each to `take`; nil for an answer that never comes.
    mutating func wait(
        until instant: Instant?, _ take: (PreparedRequest, Instant, Line.Answer?) -> Void
    ) {
        let places = Array(waiting.keys)
        var polled = places.map { place in
            pollfd(fd: lines[place].descriptor ?? -1, events: Int16(POLLIN), revents: 0)
        }
        let left = instant.map { max(0, -$0.nanosecondsUntilNow) } ?? 1_000_000_000
        let ready = unsafe poll(&polled, nfds_t(polled.count), Int32(left / 1_000_000))
        // What poll cannot count: a part of a millisecond.
        if ready == 0, left < 1_000_000 { usleep(UInt32(min(left, 100_000) / 1000)) }
        guard ready >= 0 else { return }
        for (place, state) in zip(places, polled) {
            let asked = waiting[place]!
            var progress = Line.Progress.waiting
            if state.revents != 0 {
                progress = lines[place].receive()
            } else if asked.sent.nanosecondsUntilNow > Self.patience {
                lines[place].hangUp()
                progress = .lost
            }
            switch progress {
            case .waiting: continue
            case .answered(let answer): take(asked.request, asked.due, answer)
            case .lost: take(asked.request, asked.due, nil)
            }
            waiting[place] = nil
            free.append(place)
        }
    }
}
