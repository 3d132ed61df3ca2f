internal import CMicrohttpd
internal import Glibc

extension Reception {
    /// The life of one worker: `application` opened, so that the worker keeps its own type.
    func work<A: HTTPApplication>(_ application: A, index: Int) {
        var worker = application.makeWorker(index)
        // Behind the thread that serves the connections, and that answers for liveness, where the processors do not
        // suffice for all. It is this thread's alone, and that of threads that it would start from here on.
        _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, 5)
        let bed = Condition()
        while let exchange = next(bed) {
            guard let head = exchange.head else { continue }
            let late = exchange.received.adding(milliseconds: limits.queueMilliseconds)
            guard monotonicNanoseconds() < late else {
                settle(exchange, application.answer(to: .queueFull, head: head))
                continue
            }
            let request = HTTPRequest(head: head, body: exchange.body, received: exchange.received)
            settle(exchange, worker.answer(request))
            worker.afterAnswer()
        }
    }

    /// The oldest request that waits; nil when the server ends.
    private func next(_ bed: Condition) -> Exchange? {
        floor.waitForWork(in: bed) { floor -> Exchange?? in
            while !floor.queue.isEmpty {
                let exchange = floor.queue.removeFirst()
                // The timekeeper may have answered it where it stood.
                if exchange.response == nil { return .some(exchange) }
            }
            return floor.closing == .ended ? .some(nil) : nil
        }
    }

    /// Gives an answer to a request that was handed over, and its connection back to libmicrohttpd. Only the first
    /// answer counts: the timekeeper may have been there before.
    func settle(_ exchange: Exchange, _ response: HTTPResponse) {
        let isFirst = floor.withLock { _ in
            guard exchange.response == nil else { return false }
            exchange.response = response
            return true
        }
        // Outside the lock, which libmicrohttpd's thread takes while it holds its own. Whoever answered first, and
        // nobody else, resumes: until then the connection is suspended, and so alive.
        if isFirst { unsafe MHD_resume_connection(exchange.connection) }
    }
}
