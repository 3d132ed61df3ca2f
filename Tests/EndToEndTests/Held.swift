import Foundation
import Glibc
import TestSupport

/// Connections to a server that stay open.
final class Held: @unchecked Sendable {
    private(set) var descriptors: [Int32] = []

    /// So many connections, from an address of loopback, which each send the same. A connection waits 20 s for bytes.
    init(
        _ server: RunningServer, _ count: Int, sending bytes: [UInt8] = [], from source: UInt32 = 0x7F00_0001
    )
        throws
    {
        Self.allowMany()
        for _ in 0..<count {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            descriptors.append(descriptor)
            var limit = timeval(tv_sec: 20, tv_usec: 0)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
            }
            guard Self.with(source, 0, { bind(descriptor, $0, $1) }) == 0,
                Self.with(0x7F00_0001, server.port, { connect(descriptor, $0, $1) }) == 0
            else { throw HTTPFailure(description: "no connection: errno \(errno)", isAccepted: false) }
        }
        for index in descriptors.indices { send(bytes, at: index) }
    }

    deinit { hangUp() }

    @discardableResult
    func send(_ bytes: [UInt8], at index: Int) -> Bool {
        bytes.isEmpty
            || Glibc.send(descriptors[index], bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// The status of the next answer, which it takes off the connection; nil where the server has closed, or says
    /// nothing for 20 s.
    func status(at index: Int) -> Int? {
        guard let head = read(at: index, until: { $0.contains("\r\n\r\n") }) else { return nil }
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.split(separator: " ")[1]) }
        if let length, length > 0 {
            var body = [UInt8](repeating: 0, count: length)
            var rest = length
            while rest > 0 {
                let count = recv(descriptors[index], &body, rest, 0)
                guard count > 0 else { return nil }
                rest -= count
            }
        }
        return head.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    /// The one answer that the server closed the connection after.
    func lastAnswer(at index: Int) throws -> RawAnswer {
        var received: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = recv(descriptors[index], &part, part.count, 0), count > 0 {
            received += part[..<count]
        }
        return try RawHTTP.parse(received)
    }

    /// Byte after byte, so that what follows stays where it is.
    private func read(at index: Int, until isWhole: (String) -> Bool) -> String? {
        var text = ""
        var byte: UInt8 = 0
        while !isWhole(text) {
            guard recv(descriptors[index], &byte, 1, 0) == 1 else { return nil }
            text.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return text
    }

    /// Whether there is anything to read, the end among it.
    func hasNews(at index: Int, within milliseconds: Int32 = 0) -> Bool {
        var ready = pollfd(fd: descriptors[index], events: Int16(POLLIN), revents: 0)
        return poll(&ready, 1, milliseconds) == 1
    }

    /// Whether the server closes within so many seconds; what it sends before is read away.
    func isClosed(at index: Int, within seconds: Double) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        var part = [UInt8](repeating: 0, count: 65_536)
        while Date() < end {
            guard hasNews(at: index, within: 100) else { continue }
            if recv(descriptors[index], &part, part.count, 0) <= 0 { return true }
        }
        return false
    }

    /// Closes the first `count`, or all; `abruptly` with a reset.
    func hangUp(_ count: Int? = nil, abruptly: Bool = false) {
        for descriptor in descriptors.prefix(count ?? descriptors.count) {
            if abruptly {
                var now = linger(l_onoff: 1, l_linger: 0)
                setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
            }
            close(descriptor)
        }
        descriptors.removeFirst(count ?? descriptors.count)
    }

    private static func with(
        _ host: UInt32, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = host.bigEndian
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// The tests' own limit of descriptors.
    private static func allowMany() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

/// A session of the database that holds what its statement locks.
final class Holding {
    private let process = Process()
    private let input = Pipe()

    init(_ database: TestDatabase, _ statement: String) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["psql", "-XqAt", "-d", database.url]
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        try process.start()
        input.fileHandleForWriting.write(Data("begin;\n\(statement);\n\\echo held\n".utf8))
        // Whatever it says first, the lock is there.
        _ = output.fileHandleForReading.availableData
        try? output.fileHandleForReading.close()
    }

    func end() {
        try? input.fileHandleForWriting.close()
        process.waitForEnd()
    }
}
