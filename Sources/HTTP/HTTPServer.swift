internal import CMicrohttpd
internal import Glibc

/// A server: one thread for the connections, one that keeps time, and the workers.
///
/// `init` opens the socket, so that what is wrong with it is known before anything else is; `start` begins to
/// serve; `drain` ends. A server that has been started is drained before it is let go.
@safe
package final class HTTPServer: @unchecked Sendable {
    /// The port that was bound, where the listener is TCP.
    package let boundPort: Int?
    let reception: Reception
    let socket: ListeningSocket
    /// Set by `start`, which is called once and before `drain`.
    private(set) var running: Running?

    @safe
    struct Running {
        let daemon: OpaquePointer
        let threads: [PlainThread]
    }

    package init(
        listener: HTTPListener, limits: HTTPLimits, application: any HTTPApplication
    ) throws(HTTPServerError) {
        socket = try ListeningSocket(listener)
        boundPort = socket.port
        reception = Reception(application: application, limits: limits)
    }

    /// Begins to serve. A server that does not start is spent.
    package func start() throws(HTTPServerError) {
        precondition(running == nil, "a server is started once")
        let reception = reception
        let application = reception.application
        var threads: [PlainThread] = []
        for index in 0..<reception.limits.workers {
            threads.append(try thread { reception.work(application, index: index) })
        }
        threads.append(try thread { reception.keepTime() })
        let limits = reception.limits
        // The context of the callbacks; released when the daemon has stopped.
        let context = unsafe Unmanaged.passRetained(reception)
        let daemon = unsafe passwright_start_daemon(
            socket.descriptor, UInt32(limits.connections),
            socket.isLoopback ? 0 : UInt32(limits.connectionsPerAddress), limits.connectionMemory,
            UInt32(limits.idleMilliseconds / 1000), requestBegan, requestCalled, requestEnded,
            connectionChanged, context.toOpaque())
        guard let daemon = unsafe daemon else {
            unsafe context.release()
            endThreads()
            throw .noResources
        }
        unsafe running = Running(daemon: daemon, threads: threads)
    }

    private func thread(_ body: @escaping @Sendable () -> Void) throws(HTTPServerError) -> PlainThread {
        let reception = reception
        reception.floor.withLock { $0.threads += 1 }
        let thread = PlainThread {
            body()
            reception.floor.withLock { $0.threads -= 1 }
            reception.floor.wake()
        }
        guard let thread else {
            reception.floor.withLock { $0.threads -= 1 }
            endThreads()
            throw .noResources
        }
        return thread
    }

    /// Lets workers and timekeeper end when they have finished what they are at.
    func endThreads() {
        reception.floor.withLock { $0.closing = .ended }
        reception.floor.wake()
    }

    // MARK: Figures

    /// Requests that wait for a worker now.
    package var queueDepth: Int { reception.floor.withLock { $0.queue.count } }

    /// Open connections now.
    package var connectionCount: Int { reception.floor.withLock { $0.connections.count } }

    /// Requests that have begun and are not answered yet.
    package var inFlight: Int { reception.floor.withLock { $0.inFlight } }
}

extension HTTPLimits {
    /// The memory that libmicrohttpd keeps for a connection, and wipes between two requests: one half for a head at the
    /// limit and one past it, which is then refused in the application's words, the other for what it notes of each
    /// header (about 80 bytes). A thousand connections have it a thousand times.
    var connectionMemory: Int { max(48 * 1024, 3 * head) }
}
