internal import CMicrohttpd
internal import Glibc

/// How a drain ended.
package enum DrainOutcome: Sendable, Equatable {
    /// Every request that had begun was answered, every thread has ended.
    case drained
    /// Time was up with so many requests unanswered and so many threads at work. The server cannot be stopped any
    /// more (libmicrohttpd aborts the process when a connection is suspended): `_exit`.
    case stuck(requests: Int, threads: Int)
}

extension HTTPServer {
    /// Milliseconds for the handshakes that had begun; less where the caller gives nobody so long.
    private static let handshake = 100

    /// Ends without loss: no new connection, each answer closes its own, what the kernel accepted for us is
    /// served. Connections that ask for nothing are closed after `idleMilliseconds`. Called once, on a thread that
    /// may wait; it takes up to a second longer where a worker is stuck.
    package func drain(within milliseconds: Int, idleMilliseconds: Int = 1000) -> DrainOutcome {
        guard let running else {
            socket.unlinkPath()
            close(socket.descriptor)
            endThreads()
            return .drained
        }
        let deadline = monotonicNanoseconds().adding(milliseconds: milliseconds)
        let floor = reception.floor
        floor.withLock { $0.closing = .draining }
        socket.unlinkPath()
        unsafe MHD_quiesce_daemon(running.daemon)
        // Without the filter, if the kernel has none, a peer is lost in perhaps one drain of a hundred under load.
        if socket.port != nil { passwright_ignore_new_peers(socket.descriptor) }
        takeBacklog(running, until: deadline)
        // Whoever was in the middle of a handshake.
        let pause = monotonicNanoseconds().adding(milliseconds: min(Self.handshake, idleMilliseconds))
        _ = floor.wait(deadline: min(deadline, pause)) { _ in nil as Bool? }
        takeBacklog(running, until: deadline)
        close(socket.descriptor)

        let idle = min(deadline, monotonicNanoseconds().adding(milliseconds: idleMilliseconds))
        _ = floor.wait(deadline: idle) { $0.connections.isEmpty ? true : nil }
        guard waitForAnswers(until: deadline), waitForThreads(until: max(deadline, inHalfASecond())) else {
            return floor.withLock { .stuck(requests: $0.inFlight, threads: $0.threads) }
        }
        running.threads.forEach { $0.join() }
        unsafe MHD_stop_daemon(running.daemon)
        unsafe Unmanaged.passUnretained(reception).release()
        return .drained
    }

    /// Accepts what the kernel has queued, until it has nothing left: without this, whoever connected before we
    /// stopped to listen is lost.
    private func takeBacklog(_ running: Running, until deadline: UInt64) {
        while monotonicNanoseconds() < deadline {
            // At its limit libmicrohttpd leaves connections with the kernel, but closes one that it is given.
            let room = reception.limits.connections - connectionCount
            for _ in 0..<max(room, 0) {
                guard unsafe passwright_take_connection(running.daemon, socket.descriptor) < 0 else {
                    continue
                }
                if errno != EINTR && errno != ECONNABORTED { return }
            }
            // Time for those that were given to be counted.
            _ = reception.floor.wait(deadline: monotonicNanoseconds().adding(milliseconds: 10)) { _ in
                nil as Bool?
            }
        }
    }

    /// Waits until no request is in flight; from then on no worker is given one. What still waits in the queue when
    /// time is up is answered with 503.
    private func waitForAnswers(until deadline: UInt64) -> Bool {
        let end: (inout Floor) -> Bool? = { floor in
            guard floor.inFlight == 0 else { return nil }
            floor.closing = .ended
            return true
        }
        if reception.floor.wait(deadline: deadline, until: end) == true { return true }
        let left = reception.floor.withLock { floor in
            defer { floor.queue = [] }
            return floor.queue
        }
        for exchange in left {
            reception.settle(exchange, reception.application.answer(to: .shuttingDown, head: exchange.head))
        }
        return reception.floor.wait(deadline: inHalfASecond(), until: end) == true
    }

    /// Waits until workers and timekeeper have ended.
    private func waitForThreads(until deadline: UInt64) -> Bool {
        reception.floor.wake()
        return reception.floor.wait(deadline: deadline) { $0.threads == 0 ? true : nil } == true
    }

    private func inHalfASecond() -> UInt64 { monotonicNanoseconds().adding(milliseconds: 500) }
}
