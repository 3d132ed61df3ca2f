/// Why a request never came to a worker, or its answer never came from one.
package enum HTTPProblem: Sendable, CaseIterable {
    /// Broken framing (400): the connection is closed after the answer.
    case badRequest
    /// The request did not arrive whole in time (408): the connection is closed.
    case requestTimeout
    /// The body is over the limit (413): the connection is closed.
    case payloadTooLarge
    /// Request line and headers together are over the limit (431): the connection is closed.
    case headersTooLarge
    /// The queue is full, or the request waited in it for too long (503).
    case queueFull
    /// A worker has it and does not answer in time (503).
    case overdue
    /// The server ends before a worker was free (503): the connection is closed.
    case shuttingDown
}
