import Foundation
import HTTP
import Testing

/// What became of requests that many clients send, each on a connection of its own.
private final class Tally: @unchecked Sendable {
    private let lock = NSLock()
    private var counts = (answered: 0, lost: 0, refused: 0)
    private var isOver = false

    func run(clients: Int, _ connect: @escaping @Sendable () throws -> RawClient) {
        for _ in 0..<clients {
            Thread.detachNewThread {
                while !self.over { self.once(connect) }
                self.lock.withLock { self.ended += 1 }
            }
        }
    }

    private(set) var ended = 0

    /// A connection that is not accepted is no loss; one that is accepted and has no answer is.
    private func once(_ connect: () throws -> RawClient) {
        guard let client = try? connect() else {
            lock.withLock {
                counts.refused += 1
                isOver = true
            }
            return
        }
        client.send("POST /x?100 HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody")
        let answer = try? client.answer()
        lock.withLock {
            if answer?.status == 200 { counts.answered += 1 } else { counts.lost += 1 }
        }
    }

    var over: Bool { lock.withLock { isOver } }
    var result: (answered: Int, lost: Int, refused: Int) { lock.withLock { counts } }
    var endedCount: Int { lock.withLock { ended } }
}

private func limits() -> HTTPLimits {
    var limits = HTTPLimits()
    limits.queue = 1000
    limits.queueMilliseconds = 20_000
    limits.answerMilliseconds = 20_000
    return limits
}

extension HTTPTests {
    @Suite struct DrainTests {
        @Test(arguments: 0..<5)
        func `a drain under load of two hundred connections loses none, on TCP`(round: Int) throws {
            let server = try HTTPServer(
                listener: .tcp(host: "127.0.0.1", port: 0, beyondLoopback: false), limits: limits(),
                application: TestApplication())
            try server.start()
            let port = server.boundPort!
            try load(server) { try RawClient(port: port) }
        }

        @Test(arguments: 0..<5)
        func `a drain under load of two hundred connections loses none, on a unix socket`(round: Int) throws {
            let path = "/tmp/passwright-drain-\(getpid())-\(round)"
            let server = try HTTPServer(
                listener: .unix(path: path, mode: 0o600), limits: limits(), application: TestApplication())
            try server.start()
            try load(server) { try RawClient(path: path) }
        }

        private func load(
            _ server: HTTPServer, _ connect: @escaping @Sendable () throws -> RawClient
        ) throws {
            let tally = Tally()
            tally.run(clients: 200, connect)
            #expect(eventually { tally.result.answered >= 1000 })
            #expect(server.drain(within: 20_000) == .drained)
            #expect(eventually { tally.endedCount == 200 })
            #expect(tally.result.lost == 0)
            #expect(server.connectionCount == 0)
        }

        @Test func `what a worker has, what waits and what the kernel has queued is answered and closed`()
            throws
        {
            var limits = limits()
            limits.workers = 1
            limits.connections = 4
            let application = TestApplication()
            let server = try HTTPServer(
                listener: .tcp(host: "127.0.0.1", port: 0, beyondLoopback: false), limits: limits,
                application: application)
            try server.start()
            // One with the worker, three in the queue, four with the kernel.
            let clients = try (0..<8).map { _ in
                let client = try RawClient(port: server.boundPort!)
                client.send("GET /gate HTTP/1.1\r\nHost: h\r\n\r\n")
                return client
            }
            application.gate.await(1)
            #expect(eventually { server.queueDepth == 3 })
            Thread.detachNewThread {
                usleep(300_000)
                application.gate.open()
            }
            #expect(server.drain(within: 10_000) == .drained)
            for client in clients {
                let answer = try client.answer()
                #expect(answer.status == 200)
                #expect(answer.value("connection")?.lowercased() == "close")
            }
            #expect(throws: RawClient.Failure.self) { try RawClient(port: server.boundPort!) }
        }

        @Test
        func `a connection that waits for nothing may still ask during a drain, and is closed after it`()
            throws
        {
            let server = try HTTPServer(
                listener: .tcp(host: "127.0.0.1", port: 0, beyondLoopback: false), limits: limits(),
                application: TestApplication())
            try server.start()
            let asking = try RawClient(port: server.boundPort!)
            let silent = try RawClient(port: server.boundPort!)
            for client in [asking, silent] {
                client.send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n")
                let answer = try client.answer()
                #expect(answer.value("connection") == nil)
            }
            let drained = Outcome()
            Thread.detachNewThread { drained.set(server.drain(within: 10_000, idleMilliseconds: 600)) }
            usleep(200_000)
            asking.send("GET /y HTTP/1.1\r\nHost: h\r\n\r\n")
            let answer = try asking.answer()
            #expect(answer.body == "GET /y 0")
            #expect(answer.value("connection")?.lowercased() == "close")
            #expect(silent.isClosedByServer())
            #expect(eventually { drained.value == .drained })
        }

        @Test func `a worker that is stuck is reported, and what waits behind it has 503`() throws {
            var limits = limits()
            limits.workers = 1
            let application = TestApplication()
            let server = try HTTPServer(
                listener: .tcp(host: "127.0.0.1", port: 0, beyondLoopback: false), limits: limits,
                application: application)
            try server.start()
            let clients = try (0..<2).map { _ in try RawClient(port: server.boundPort!) }
            clients[0].send("GET /gate HTTP/1.1\r\nHost: h\r\n\r\n")
            application.gate.await(1)
            clients[1].send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(eventually { server.queueDepth == 1 })
            #expect(server.drain(within: 300, idleMilliseconds: 0) == .stuck(requests: 1, threads: 2))
            let answer = try clients[1].answer()
            #expect(answer.status == 503)
            #expect(answer.body == "shuttingDown")
            // The server of this test is left behind; its worker goes on.
            application.gate.open()
            #expect(try clients[0].answer().status == 200)
        }

        @Test func `a server that was never started drains`() throws {
            let server = try HTTPServer(
                listener: .tcp(host: "127.0.0.1", port: 0, beyondLoopback: false), limits: limits(),
                application: TestApplication())
            #expect(server.drain(within: 0) == .drained)
        }
    }
}

private final class Outcome: @unchecked Sendable {
    private let lock = NSLock()
    private var outcome: DrainOutcome?
    func set(_ value: DrainOutcome) { lock.withLock { outcome = value } }
    var value: DrainOutcome? { lock.withLock { outcome } }
}
