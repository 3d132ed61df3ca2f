/// How much a stranger may use. The figures are those of the design's table of limits.
package struct HTTPLimits: Sendable {
    /// Bytes of a body, past which it is refused: at the head where its length is announced (413).
    package var body = 64 * 1024
    /// Bytes of request line and headers together, past which they are refused (431).
    package var head = 16 * 1024
    /// Connections at once; one more waits in the kernel until one ends.
    package var connections = 1000
    /// Connections at once from one address, where the listener is not on loopback; one more is closed.
    package var connectionsPerAddress = 50
    /// Milliseconds from the connection, or a later request's first line, until the request is here (408).
    package var readMilliseconds = 10_000
    /// Milliseconds that a peer may take to read its answer.
    package var writeMilliseconds = 10_000
    /// Milliseconds that a connection may wait for its next request. Longer than the 60 s of nginx, so that it is
    /// nginx who closes and no request meets a closing connection.
    package var idleMilliseconds = 75_000
    /// Threads that answer.
    package var workers = 8
    /// Requests that wait for a worker; one more is answered with 503 at once.
    package var queue = 128
    /// Milliseconds in the queue, after which the answer is 503.
    package var queueMilliseconds = 500
    /// Milliseconds from the whole request, after which the answer is 503 whatever the worker does.
    package var answerMilliseconds = 5_000

    package init() {}
}
