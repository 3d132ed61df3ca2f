/// What answers requests. The room asks it from several threads at once.
package protocol HTTPApplication: Sendable {
    associatedtype Worker: HTTPWorker

    /// A worker, made on its own thread, where it stays: it may own a database connection.
    /// `index` counts from 0 to `HTTPLimits.workers` - 1.
    func makeWorker(_ index: Int) -> Worker
    /// An answer that waits for nothing (liveness), given on the thread that serves every connection;
    /// nil where a worker is to answer.
    func immediate(_ head: HTTPHead) -> HTTPResponse?
    /// The answer to a request that no worker answers. It waits for nothing. `head` is nil where it had not
    /// arrived whole.
    func answer(to problem: HTTPProblem, head: HTTPHead?) -> HTTPResponse
}

/// One of the threads that answer. Blocking in it is expected, each wait with a deadline.
package protocol HTTPWorker {
    mutating func answer(_ request: HTTPRequest) -> HTTPResponse
    /// What is left to do once the answer is on its way: best effort, the caller does not wait for it.
    mutating func afterAnswer()
}

extension HTTPWorker {
    package mutating func afterAnswer() {}
}
