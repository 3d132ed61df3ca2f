import Glibc
import HTTP
import Testing

private let gate = "GET /gate HTTP/1.1\r\nHost: h\r\n\r\n"

extension HTTPTests {
    @Suite struct QueueTests {
        @Test func `the queue takes its number, one more has 503 at once, and liveness is answered`() throws {
            try withServer {
                $0.queue = 3
                $0.queueMilliseconds = 20_000
                $0.answerMilliseconds = 20_000
            } _: { server, application, port in
                let busy = try (0..<2).map { _ in try RawClient(port: port) }
                for client in busy { client.send(gate) }
                application.gate.await(2)
                let queued = try (0..<3).map { _ in try RawClient(port: port) }
                for client in queued { client.send(gate) }
                #expect(eventually { server.queueDepth == 3 })

                let refused = try RawClient(port: port)
                for _ in 0..<3 {
                    refused.send(gate)
                    let answer = try refused.answer()
                    #expect(answer.status == 503)
                    #expect(answer.body == "queueFull")
                    refused.send("GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n")
                    #expect(try refused.answer().body == "alive")
                }

                application.gate.open()
                for client in busy + queued { #expect(try client.answer().status == 200) }
            }
        }

        @Test func `who waits too long has 503, though every worker is stuck, and is not worked for later`()
            throws
        {
            try withServer {
                $0.queueMilliseconds = 200
                $0.answerMilliseconds = 20_000
            } _: { server, application, port in
                let busy = try (0..<2).map { _ in try RawClient(port: port) }
                for client in busy { client.send(gate) }
                application.gate.await(2)
                let late = try RawClient(port: port)
                late.send("GET /late HTTP/1.1\r\nHost: h\r\n\r\n")
                let answer = try late.answer()
                #expect(answer.status == 503)
                #expect(answer.body == "queueFull")
                #expect(server.queueDepth == 0)
                application.gate.open()
                for client in busy { #expect(try client.answer().status == 200) }
                late.send("GET /again HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try late.answer().body == "GET /again 0")
                #expect(!application.gate.given.contains { $0.head.path == "/late" })
            }
        }

        @Test func `what a worker does not answer in time has 503, and its later answer goes nowhere`() throws
        {
            try withServer {
                $0.answerMilliseconds = 200
            } _: { _, application, port in
                let client = try RawClient(port: port)
                client.send(gate)
                let answer = try client.answer()
                #expect(answer.status == 503)
                #expect(answer.body == "overdue")
                application.gate.open()
                #expect(eventually { application.gate.given.count == 1 })
                client.send("GET /next HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try client.answer().body == "GET /next 0")
                client.finishSending()
                #expect(client.rest() == [])
            }
        }

        @Test func `a request wakes the threads that it needs, and not every worker`() throws {
            try withServer {
                $0.workers = 16
            } _: { _, _, port in
                let client = try RawClient(port: port)
                let count = 200
                func ask() throws {
                    client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                    #expect(try client.answer().status == 200)
                }
                try ask()
                var (before, after) = (rusage(), rusage())
                getrusage(RUSAGE_SELF.rawValue, &before)
                for _ in 0..<count { try ask() }
                getrusage(RUSAGE_SELF.rawValue, &after)
                // The client, the thread of the connections twice, a worker; the timekeeper now and then.
                #expect(after.ru_nvcsw - before.ru_nvcsw < 10 * count)
            }
        }

        @Test func `many connections at once are each answered with their own`() throws {
            try withServer {
                $0.queueMilliseconds = 20_000
                $0.answerMilliseconds = 20_000
                $0.queue = 400
            } _: { _, _, port in
                let clients = try (0..<300).map { _ in try RawClient(port: port) }
                for (number, client) in clients.enumerated() {
                    client.send("POST /\(number) HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\na")
                }
                for (number, client) in clients.enumerated() {
                    #expect(try client.answer().body == "POST /\(number) 1")
                }
            }
        }
    }
}
