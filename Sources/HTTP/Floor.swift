/// What the threads of a server share, behind one lock.
struct Floor {
    /// Open connections by descriptor.
    var connections: [Int32: OpenConnection] = [:]
    /// Requests that wait for a worker, the oldest first.
    var queue: [Exchange] = []
    var closing = Closing.open
    /// Workers and the timekeeper that have not ended.
    var threads = 0

    enum Closing {
        /// Connections are kept.
        case open
        /// Every answer closes its connection.
        case draining
        /// Nothing is handed to a worker any more.
        case ended
    }

    /// Requests that have begun and whose answers are not yet with the kernel.
    var inFlight: Int {
        connections.values.count { $0.exchange != nil }
    }
}

/// A connection, as the timekeeper sees it.
struct OpenConnection {
    let descriptor: Int32
    var phase: Phase
    /// When the phase began.
    var since: UInt64
    /// From the request line until the answer is with the kernel.
    var exchange: Exchange?

    enum Phase {
        /// No byte that we know of has come.
        case fresh
        /// The request line is here, the rest is not.
        case reading
        /// In the queue or with a worker.
        case waiting
        /// The answer is on its way.
        case answering
        /// Between two requests.
        case idle
        /// Answered past libmicrohttpd and closed for writing: the peer may read that answer.
        case cut
        /// Shut down; libmicrohttpd has not noticed yet.
        case gone
    }

    init(descriptor: Int32, now: UInt64) {
        self.descriptor = descriptor
        phase = .fresh
        since = now
    }

    mutating func enter(_ phase: Phase, _ now: UInt64) {
        self.phase = phase
        since = now
    }
}
