internal import Glibc

extension Reception {
    /// How often the timekeeper looks, and so how late it may be.
    private static let tick = 100

    /// Milliseconds for which a peer that was cut off may read why.
    private static let linger = 1000

    /// The life of the timekeeper: a peer that sends a byte at a time resets libmicrohttpd's own timeout with each,
    /// and a worker that is stuck cannot look at the queue.
    func keepTime() {
        while true {
            let deadline = monotonicNanoseconds().adding(milliseconds: Self.tick)
            let ended = floor.wait(deadline: deadline) { $0.closing == .ended ? true : nil }
            if ended == true { return }
            answerLate(now: monotonicNanoseconds())
            cutSlow(now: monotonicNanoseconds())
        }
    }

    /// Answers what waited in the queue, or for its worker, for too long.
    private func answerLate(now: UInt64) {
        let (inQueue, withWorker) = floor.withLock { floor in
            let late = floor.queue.prefix {
                $0.received.adding(milliseconds: limits.queueMilliseconds) <= now
            }
            floor.queue.removeFirst(late.count)
            let overdue = floor.connections.values.compactMap { connection -> Exchange? in
                guard connection.phase == .waiting, let exchange = connection.exchange,
                    connection.since.adding(milliseconds: limits.answerMilliseconds) <= now
                else { return nil }
                return exchange
            }
            return (Array(late), overdue)
        }
        for exchange in inQueue {
            settle(exchange, application.answer(to: .queueFull, head: exchange.head))
        }
        for exchange in withWorker {
            settle(exchange, application.answer(to: .overdue, head: exchange.head))
        }
    }

    /// Ends the connections whose time is over.
    private func cutSlow(now: UInt64) {
        let slow = floor.withLock { floor in
            floor.connections.values.compactMap { connection -> Exchange? in
                guard connection.phase == .reading, isOver(connection, now) else { return nil }
                return connection.exchange
            }
        }
        for exchange in slow {
            // The head is another thread's until the exchange is handed over.
            cut(exchange, with: application.answer(to: .requestTimeout, head: nil))
        }
        floor.withLock { floor in
            for connection in floor.connections.values
            where connection.phase != .reading && isOver(connection, now) {
                // The lock keeps the descriptor open; libmicrohttpd sees the end of the stream and closes it.
                shutdown(connection.descriptor, Int32(SHUT_RDWR))
                floor.connections[connection.descriptor]!.enter(.gone, now)
            }
        }
    }

    private func isOver(_ connection: OpenConnection, _ now: UInt64) -> Bool {
        let milliseconds: Int
        switch connection.phase {
        case .fresh, .reading: milliseconds = limits.readMilliseconds
        case .answering: milliseconds = limits.writeMilliseconds
        case .idle: milliseconds = limits.idleMilliseconds
        case .cut: milliseconds = Self.linger
        case .waiting, .gone: return false
        }
        return connection.since.adding(milliseconds: milliseconds) <= now
    }
}
