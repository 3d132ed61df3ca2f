internal import Glibc

/// The part of a server that sees every request: what libmicrohttpd's thread calls, and what the workers and the
/// timekeeper give back to it. It holds no pointer to a connection beyond an `Exchange`.
final class Reception: Sendable {
    let application: any HTTPApplication
    let limits: HTTPLimits
    let floor = Guarded(Floor())

    init(application: any HTTPApplication, limits: HTTPLimits) {
        self.application = application
        self.limits = limits
    }

    /// What the thread that serves the connections is to do next.
    enum Step {
        /// Wait for more of the request.
        case more
        case answer(HTTPResponse, close: Bool)
        /// Suspend the connection, then `handOver` the exchange.
        case suspend
        /// Close the connection without an answer of libmicrohttpd's.
        case hangUp
    }

    func opened(_ descriptor: Int32) {
        let connection = OpenConnection(descriptor: descriptor, now: monotonicNanoseconds())
        floor.withLock { $0.connections[descriptor] = connection }
    }

    /// Called before the descriptor is closed, so that nobody shuts down another's.
    func closed(_ descriptor: Int32) {
        let isClosing = floor.withLock { floor in
            floor.connections[descriptor] = nil
            return floor.closing != .open
        }
        if isClosing { floor.wake() }
    }

    /// A request line has come.
    func began(_ exchange: Exchange) {
        let now = monotonicNanoseconds()
        floor.withLock { floor in
            guard let connection = floor.connections[exchange.descriptor] else { return }
            floor.connections[exchange.descriptor]!.exchange = exchange
            switch connection.phase {
            // The first request of a connection has its time from the connection on.
            case .fresh: floor.connections[exchange.descriptor]!.phase = .reading
            case .cut, .gone: break
            case .reading, .waiting, .answering, .idle:
                floor.connections[exchange.descriptor]!.enter(.reading, now)
            }
        }
    }

    /// The answer is with the kernel, or the connection is lost.
    func ended(_ descriptor: Int32) {
        let now = monotonicNanoseconds()
        let isClosing = floor.withLock { floor in
            guard let connection = floor.connections[descriptor] else { return floor.closing != .open }
            floor.connections[descriptor]!.exchange = nil
            switch connection.phase {
            case .cut, .gone: break
            case .fresh, .reading, .waiting, .answering, .idle:
                floor.connections[descriptor]!.enter(.idle, now)
            }
            return floor.closing != .open
        }
        // Only a drain waits for the end of requests and connections.
        if isClosing { floor.wake() }
    }

    /// The exchange that a connection is in, and whether it was cut off meanwhile.
    func current(_ descriptor: Int32) -> (exchange: Exchange, isCut: Bool)? {
        floor.withLock { floor in
            guard let connection = floor.connections[descriptor], let exchange = connection.exchange else {
                return nil
            }
            switch connection.phase {
            case .cut, .gone: return (exchange, true)
            case .fresh, .reading, .waiting, .answering, .idle: return (exchange, false)
            }
        }
    }

    /// The head is here, as libmicrohttpd reads it: refused before its body, or read on.
    func judge(_ exchange: Exchange, raw: HTTPHead, version: String, size: Int) -> Step {
        let problem = Framing.problem(
            raw, target: exchange.target, version: version, size: size, limits: limits)
        let head = HTTPHead(method: raw.method, target: exchange.target, fields: raw.fields.map(\.trimmed))
        exchange.head = head
        guard let problem else { return .more }
        return answer(exchange, application.answer(to: problem, head: head), close: true)
    }

    /// A part of the body is here.
    func take(_ part: UnsafeRawBufferPointer, _ exchange: Exchange) {
        guard exchange.body.count + part.count <= limits.body else {
            // libmicrohttpd takes no answer before the end of a body, and a chunked one may have none.
            exchange.body = []
            let response = application.answer(to: .payloadTooLarge, head: exchange.head)
            cut(exchange, with: response)
            return
        }
        unsafe exchange.body.append(contentsOf: part)
    }

    /// The request is here whole, or its answer is.
    func proceed(_ exchange: Exchange) -> Step {
        let (response, isHandedOver) = floor.withLock { _ in (exchange.response, exchange.isHandedOver) }
        if let response { return answer(exchange, response, close: false) }
        // Resumed without an answer: not a way that this room goes.
        guard !isHandedOver, let head = exchange.head else { return .hangUp }
        if let response = application.immediate(head) { return answer(exchange, response, close: false) }
        exchange.received = monotonicNanoseconds()
        // Only this thread adds to the queue: what has room now has room when it is handed over.
        enum Way { case queue, problem(HTTPProblem), cut }
        let way: Way = floor.withLock { floor in
            guard floor.connections[exchange.descriptor]?.phase == .reading else { return .cut }
            if floor.closing == .ended { return .problem(.shuttingDown) }
            guard floor.queue.count < limits.queue else { return .problem(.queueFull) }
            floor.connections[exchange.descriptor]!.enter(.waiting, exchange.received)
            return .queue
        }
        switch way {
        case .queue: return .suspend
        case .problem(let problem):
            return answer(exchange, application.answer(to: problem, head: head), close: false)
        case .cut: return .hangUp
        }
    }

    /// Gives the exchange to the workers. Its connection is suspended.
    func handOver(_ exchange: Exchange) {
        floor.withLock { floor in
            exchange.isHandedOver = true
            floor.queue.append(exchange)
        }
        floor.wakeOne()
    }

    /// Queues an answer, unless the connection was cut off in the meantime: never two answers to one request.
    private func answer(_ exchange: Exchange, _ response: HTTPResponse, close: Bool) -> Step {
        let now = monotonicNanoseconds()
        let closing: Bool? = floor.withLock { floor in
            switch floor.connections[exchange.descriptor]?.phase {
            case nil, .cut, .gone: return nil
            case .fresh, .reading, .waiting, .answering, .idle:
                floor.connections[exchange.descriptor]!.enter(.answering, now)
                return floor.closing != .open
            }
        }
        guard let closing else { return .hangUp }
        return .answer(response, close: close || closing)
    }
}
