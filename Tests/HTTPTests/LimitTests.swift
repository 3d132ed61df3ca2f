import Glibc
import HTTP
import Testing

extension HTTPTests {
    @Suite struct LimitTests {
        @Test(arguments: [(65_536, 200), (65_537, 413)])
        func `a body of 64 KiB is taken and one byte more is not`(length: Int, status: Int) throws {
            try withServer { _, application, port in
                let client = try RawClient(port: port)
                client.send("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n")
                client.send([UInt8](repeating: 0x61, count: length))
                let answer = try client.answer()
                #expect(answer.status == status)
                #expect(answer.body == (status == 200 ? "POST /x 65536" : "payloadTooLarge"))
                #expect(application.gate.given.count == (status == 200 ? 1 : 0))
            }
        }

        @Test func `a body that is announced as too large is refused before it comes`() throws {
            try withServer { _, _, port in
                let client = try RawClient(port: port)
                client.send("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 65537\r\n\r\n")
                #expect(try client.answer().status == 413)
                #expect(client.isClosedByServer())
            }
        }

        @Test(arguments: [(65_536, 200), (65_537, 413)])
        func `the same in chunks`(length: Int, status: Int) throws {
            try withServer { _, application, port in
                let client = try RawClient(port: port)
                client.send("POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
                var rest = length
                while rest > 0 {
                    let size = min(rest, 1000)
                    client.send(
                        "\(String(size, radix: 16))\r\n\(String(repeating: "a", count: size))\r\n")
                    rest -= size
                }
                client.send("0\r\n\r\n")
                let answer = try client.answer()
                #expect(answer.status == status)
                #expect(application.gate.given.count == (status == 200 ? 1 : 0))
                if status == 413 {
                    #expect(answer.value("connection") == "close")
                    #expect(client.isClosedByServer())
                    #expect(client.unread == [])
                }
            }
        }

        @Test func `a chunked body without an end is refused while it comes, once`() throws {
            try withServer { server, _, port in
                let client = try RawClient(port: port)
                client.send("POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
                let chunk = "ffff\r\n" + String(repeating: "a", count: 0xFFFF) + "\r\n"
                client.send(chunk)
                client.send(chunk)
                #expect(try client.answer().status == 413)
                while client.send(chunk) {}
                #expect(client.isClosedByServer())
                #expect(client.unread == [])
                #expect(eventually { server.connectionCount == 0 })
            }
        }

        @Test(arguments: [(16_384, 200), (16_385, 431)])
        func `a head of 16 KiB is taken and one byte more is not`(size: Int, status: Int) throws {
            try withServer { _, _, port in
                let start = "GET /x HTTP/1.1\r\nHost: h\r\nA: "
                let padding = String(repeating: "a", count: size - start.utf8.count - 4)
                let client = try RawClient(port: port)
                client.send(start + padding + "\r\n\r\n")
                let answer = try client.answer()
                #expect(answer.status == status)
                #expect(answer.body == (status == 200 ? "GET /x 0" : "headersTooLarge"))
            }
        }

        @Test func `a head of 16 KiB in many headers and a full body are taken together`() throws {
            try withServer { _, _, port in
                let client = try RawClient(port: port)
                let start = "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 65536\r\n"
                let field = "X-Header: " + String(repeating: "v", count: 88) + "\r\n"
                let count = (16_384 - start.utf8.count - 2) / field.utf8.count
                client.send(start + String(repeating: field, count: count) + "\r\n")
                client.send([UInt8](repeating: 0x61, count: 65_536))
                #expect(try client.answer().body == "POST /x 65536")
            }
        }

        @Test func `one connection over the limit waits until another ends`() throws {
            try withServer {
                $0.connections = 3
            } _: { server, _, port in
                let clients = try (0..<4).map { _ in try RawClient(port: port) }
                for client in clients { client.send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n") }
                for client in clients[..<3] { #expect(try client.answer().status == 200) }
                #expect(server.connectionCount == 3)
                clients[0].hangUp()
                #expect(try clients[3].answer().status == 200)
            }
        }

        @Test func `off loopback one address has its share of connections and one more is closed`() throws {
            var limits = HTTPLimits()
            limits.connectionsPerAddress = 2
            let server = try HTTPServer(
                listener: .tcp(host: "0.0.0.0", port: 0, beyondLoopback: true), limits: limits,
                application: TestApplication())
            try server.start()
            let clients = try (0..<3).map { _ in try RawClient(port: server.boundPort!) }
            for client in clients { client.send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n") }
            #expect(try clients[0].answer().status == 200)
            #expect(try clients[1].answer().status == 200)
            #expect(clients[2].isClosedByServer())
            #expect(clients[2].unread == [])
            #expect(server.drain(within: 5000, idleMilliseconds: 0) == .drained)
        }
    }
}
