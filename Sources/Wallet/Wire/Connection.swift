internal import Glibc

/// One connection to a server, for bytes as they are: nothing is added, nothing is waited for without an end.
///
/// It belongs to the thread that uses it.
package final class Connection {
    package typealias Instant = ContinuousClock.Instant

    private let descriptor: Int32
    private var session: TLSSession?

    /// Connects to the first of the endpoint's addresses that answers, and shakes hands where it speaks TLS.
    package init(to endpoint: Endpoint, by deadline: Instant) throws(ConnectionDefect) {
        var connected: Int32?
        var defect = ConnectionDefect.unknownHost
        for address in endpoint.addresses where connected == nil {
            do { connected = try Connection.connected(address, by: deadline) } catch { defect = error }
        }
        guard let connected else { throw defect }
        descriptor = connected
        session = nil
        if endpoint.isTLS {
            let session = try TLSSession(descriptor: descriptor, host: endpoint.host)
            try complete(by: deadline) { session.handshake() }
            self.session = session
        }
    }

    deinit {
        session?.end()
        close(descriptor)
    }

    /// Writes all of `bytes`.
    package func write(_ bytes: [UInt8], by deadline: Instant) throws(ConnectionDefect) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(16_384))
            let count = try complete(by: deadline) { session?.write(part) ?? plainWrite(part) }
            rest = rest.dropFirst(count)
        }
    }

    /// What came next, at most 16 KiB; empty where the other side has ended its half in good order.
    package func read(by deadline: Instant) throws(ConnectionDefect) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = try complete(by: deadline) { session?.read(&buffer) ?? plainRead(&buffer) }
        return Array(buffer.prefix(count))
    }

    /// Says that nothing more will be written; what the other side writes can still be read.
    package func finishWriting() {
        session?.end()
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// How one attempt to move bytes came out.
    enum Step {
        case done(Int)
        case wantsRead
        case wantsWrite
        case failed(ConnectionDefect)
    }

    /// Tries until it is done, waiting for the socket in between.
    @discardableResult
    private func complete(by deadline: Instant, _ attempt: () -> Step) throws(ConnectionDefect) -> Int {
        while true {
            switch attempt() {
            case .done(let count): return count
            case .wantsRead: try Connection.wait(descriptor, for: POLLIN, by: deadline)
            case .wantsWrite: try Connection.wait(descriptor, for: POLLOUT, by: deadline)
            case .failed(let defect): throw defect
            }
        }
    }

    private func plainWrite(_ bytes: [UInt8]) -> Step {
        let count = unsafe send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        if count > 0 { return .done(count) }
        return errno == EAGAIN || errno == EINTR ? .wantsWrite : .failed(.broken)
    }

    private func plainRead(_ buffer: inout [UInt8]) -> Step {
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        if count >= 0 { return .done(count) }
        return errno == EAGAIN || errno == EINTR ? .wantsRead : .failed(.broken)
    }

    private static func connected(_ address: [UInt8], by deadline: Instant) throws(ConnectionDefect) -> Int32
    {
        let family = unsafe address.withUnsafeBytes { unsafe $0.loadUnaligned(as: sa_family_t.self) }
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(Int32(family), kind, 0)
        guard descriptor >= 0 else { throw .refused(errno: errno) }
        let result = unsafe address.withUnsafeBytes { bytes in
            unsafe connect(
                descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count))
        }
        do throws(ConnectionDefect) {
            if result != 0 {
                guard errno == EINPROGRESS else { throw .refused(errno: errno) }
                try wait(descriptor, for: POLLOUT, by: deadline)
                var (problem, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
                guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &problem, &length) == 0 else {
                    throw .refused(errno: errno)
                }
                guard problem == 0 else { throw .refused(errno: problem) }
            }
            // A byte written alone is a byte sent alone.
            var one: Int32 = 1
            unsafe setsockopt(
                descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func wait(
        _ descriptor: Int32, for events: Int32, by deadline: Instant
    ) throws(ConnectionDefect) {
        while true {
            let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            guard left > 0 else { throw .late }
            var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            if unsafe poll(&waiting, 1, Int32(min(left + 1, 60_000))) > 0 { return }
        }
    }
}
