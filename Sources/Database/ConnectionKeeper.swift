internal import Glibc
internal import Provisioning

/// How a worker's connection stands.
package enum ConnectionState: String, CaseIterable, Sendable {
    case idle
    case inUse = "in_use"
    /// Lost, and being made anew.
    case away
}

/// Keeps one connection for a worker. A thread of its own replaces a connection that broke, and looks at an idle one
/// every second, so that a request neither waits for a connection nor is the first to meet a dead one.
final class ConnectionKeeper: @unchecked Sendable {
    private enum Slot {
        case idle(Connection)
        case lent
        case broken
        case closed
    }

    private let settings: DatabaseSettings
    private let monitor = Monitor()
    /// Guarded by the monitor.
    private var slot = Slot.broken

    /// Connects before it returns where that is possible at once; else the thread goes on trying.
    init(_ settings: DatabaseSettings) {
        self.settings = settings
        if let connection = connect() { slot = .idle(connection) }
    }

    var state: ConnectionState {
        monitor.locked {
            switch slot {
            case .idle: .idle
            case .lent: .inUse
            case .broken, .closed: .away
            }
        }
    }

    /// Starts the thread, which ends after `close`.
    func start() {
        var thread = pthread_t()
        let started = unsafe pthread_create(&thread, nil, keep, Unmanaged.passRetained(self).toOpaque())
        precondition(started == 0, "no thread to keep a connection")
        pthread_detach(thread)
    }

    func close() {
        // The connection is let go outside the lock.
        let last = monitor.locked {
            let last = slot
            slot = .closed
            monitor.signal()
            return last
        }
        _ = last
    }

    /// Lends the connection; `unavailable` at once where there is none.
    func lend<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R {
        let taken: Connection? = monitor.locked {
            guard case .idle(let connection) = slot else { return nil }
            slot = .lent
            return connection
        }
        guard let connection = taken else { throw .unavailable }
        defer { takeBack(connection) }
        return try body(connection)
    }

    private func takeBack(_ connection: Connection) {
        monitor.locked {
            guard case .lent = slot else { return }
            slot = connection.isUsable ? .idle(connection) : .broken
            if !connection.isUsable { monitor.signal() }
        }
    }

    /// The thread's work.
    fileprivate func run() {
        var pause = 0.1
        while true {
            let isBroken: Bool? = monitor.locked {
                if case .idle(let connection) = slot, !connection.looksAlive() { slot = .broken }
                switch slot {
                case .closed: return nil
                case .broken: return true
                case .idle, .lent:
                    monitor.wait(until: Deadline(secondsFromNow: 1))
                    return false
                }
            }
            guard let isBroken else { return }
            guard isBroken else { continue }
            if let connection = connect() {
                pause = 0.1
                monitor.locked { if case .broken = slot { slot = .idle(connection) } }
            } else {
                monitor.locked { monitor.wait(until: Deadline(secondsFromNow: pause)) }
                pause = min(pause * 2, 1)
            }
        }
    }

    /// A new connection. Its first statement is sent here, so that a host that accepts and stays silent is not
    /// lent to a request.
    private func connect() -> Connection? {
        guard let connection = try? Connection(settings) else { return nil }
        let deadline = Deadline(secondsFromNow: settings.answerWithin)
        _ = try? connection.run(.readiness, Parameters(), until: deadline)
        return connection.isUsable ? connection : nil
    }
}

private func keep(_ keeper: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    unsafe Unmanaged<ConnectionKeeper>.fromOpaque(keeper!).takeRetainedValue().run()
    return nil
}
