internal import Foundation
internal import Glibc

/// Stands between a server and PostgreSQL, and is as bad a network as it is told to be.
package final class Proxy: @unchecked Sendable {
    package enum Way: Sendable, Equatable {
        /// Everything goes through.
        case open
        /// Whoever connects is let go at once.
        case refusing
        /// Nothing goes through, in neither direction, and nobody is told.
        case held
        /// Whatever the database says comes so many seconds late.
        case slow(Double)
        /// What names this goes to the database, and what the database says to it is lost with the connection.
        case losing(String)
    }

    /// On the loopback address.
    package let port: UInt16
    private let upstream: String
    private let listener: Int32
    private let lock = NSLock()
    private var currentWay = Way.open
    private var pairs: [ObjectIdentifier: Pair] = [:]

    /// `upstream` is the path of PostgreSQL's socket.
    package init(upstream: String) throws {
        self.upstream = upstream
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound, listen(listener, 128) == 0 else {
            throw CommandFailure(description: "no port for a proxy")
        }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in acceptAll() }
    }

    package var way: Way {
        get { lock.withLock { currentWay } }
        set { lock.withLock { currentWay = newValue } }
    }

    /// Breaks every connection that there is.
    package func cut() { lock.withLock { Array(pairs.values) }.forEach { $0.cut() } }

    /// Lets nobody in any more; it serves nobody from here on.
    package func end() {
        shutdown(listener, Int32(SHUT_RDWR))
        cut()
    }

    private func acceptAll() {
        while true {
            let client = accept(listener, nil, nil)
            if client < 0, errno == EINTR || errno == ECONNABORTED { continue }
            guard client >= 0 else { break }
            guard way != .refusing, let database = Self.connect(to: upstream) else {
                close(client)
                continue
            }
            let pair = Pair(client: client, database: database) { [self] pair in
                lock.withLock { pairs[ObjectIdentifier(pair)] = nil }
            }
            lock.withLock { pairs[ObjectIdentifier(pair)] = pair }
            Thread.detachNewThread { [self] in carry(pair, isAnswer: false) }
            Thread.detachNewThread { [self] in carry(pair, isAnswer: true) }
        }
        close(listener)
    }

    /// Carries what one side says to the other until one of them has gone.
    private func carry(_ pair: Pair, isAnswer: Bool) {
        let (from, to) = isAnswer ? (pair.database, pair.client) : (pair.client, pair.database)
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(from, &part, part.count), count > 0 {
            if case .losing(let word) = way, !isAnswer, part[..<count].firstRange(of: Array(word.utf8)) != nil
            {
                pair.losesAnswers = true
            }
            if isAnswer, pair.losesAnswers { break }
            if isAnswer, case .slow(let seconds) = way { Thread.sleep(forTimeInterval: seconds) }
            while way == .held, !pair.isCut { usleep(10_000) }
            guard Self.write(part[..<count], to: to) else { break }
        }
        pair.cut()
        pair.leave()
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func connect(to path: String) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}

/// A client's connection and the one to the database that belongs to it.
private final class Pair: @unchecked Sendable {
    let client: Int32
    let database: Int32
    private let lock = NSLock()
    private var carriers = 2
    private var cutOff = false
    private var losing = false
    private let whenGone: (Pair) -> Void

    init(client: Int32, database: Int32, whenGone: @escaping (Pair) -> Void) {
        self.client = client
        self.database = database
        self.whenGone = whenGone
    }

    var isCut: Bool { lock.withLock { cutOff } }

    var losesAnswers: Bool {
        get { lock.withLock { losing } }
        set { lock.withLock { losing = newValue } }
    }

    func cut() {
        lock.withLock {
            cutOff = true
            guard carriers > 0 else { return }
            shutdown(client, Int32(SHUT_RDWR))
            shutdown(database, Int32(SHUT_RDWR))
        }
    }

    /// One carrier has ended; the last closes.
    func leave() {
        let isLast = lock.withLock {
            carriers -= 1
            if carriers == 0 {
                close(client)
                close(database)
            }
            return carriers == 0
        }
        if isLast { whenGone(self) }
    }
}
