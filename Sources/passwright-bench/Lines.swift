import Glibc

/// The connections of a loop: those that are free, and those that wait for an answer.
///
/// What is done for each answer is kept small: the load shares its processors with the server, and what it takes of
/// them looks like a slow server.
struct Lines {
    private let lines: [Line]
    private var free: [Int]
    /// For each line what it waits for, and as poll takes it: a descriptor only where it waits.
    private var asked: [Asked?]
    private var polled: [pollfd]

    private struct Asked {
        let request: PreparedRequest
        let due: Instant
        let sent: Instant
    }

    /// After which an answer is not waited for any more.
    private static let patience = 10_000_000_000

    /// All are opened here: hundreds that knock at one instant wait for each other.
    init(_ address: ServerAddress, _ count: Int) {
        lines = (0..<count).map { _ in Line(address) }
        for line in lines { line.connect() }
        free = Array((0..<count).reversed())
        asked = Array(repeating: nil, count: count)
        polled = Array(repeating: pollfd(fd: -1, events: Int16(POLLIN), revents: 0), count: count)
    }

    var haveRoom: Bool { !free.isEmpty }
    var areBusy: Bool { free.count < lines.count }

    /// Sends a request on a free line; false where it could not be sent.
    mutating func send(_ request: PreparedRequest, due: Instant) -> Bool {
        let place = free.removeLast()
        guard lines[place].send(request.bytes), let descriptor = lines[place].descriptor else {
            free.append(place)
            return false
        }
        asked[place] = Asked(request: request, due: due, sent: .now)
        polled[place].fd = descriptor
        return true
    }

    /// Waits for answers, at most until `instant`, and gives each to `take`; nil for an answer that never comes.
    mutating func wait(
        until instant: Instant?, _ take: (PreparedRequest, Instant, Line.Answer?) -> Void
    ) {
        let left = instant.map { max(0, -$0.nanosecondsUntilNow) } ?? 1_000_000_000
        let ready = unsafe poll(&polled, nfds_t(polled.count), Int32(left / 1_000_000))
        // What poll cannot count: a part of a millisecond.
        if ready == 0, left < 1_000_000 { usleep(UInt32(min(left, 100_000) / 1000)) }
        guard ready >= 0 else { return }
        let now = Instant.now
        for place in polled.indices {
            guard let question = asked[place] else { continue }
            var progress = Line.Progress.waiting
            if polled[place].revents != 0 {
                progress = lines[place].receive()
            } else if now.nanoseconds(since: question.sent) > Self.patience {
                lines[place].hangUp()
                progress = .lost
            }
            switch progress {
            case .waiting: continue
            case .answered(let answer): take(question.request, question.due, answer)
            case .lost: take(question.request, question.due, nil)
            }
            asked[place] = nil
            polled[place].fd = -1
            free.append(place)
        }
    }
}
