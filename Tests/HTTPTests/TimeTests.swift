import Glibc
import HTTP
import Testing

extension HTTPTests {
    @Suite struct TimeTests {
        @Test func `a head that does not end in time is answered with 408 and closed`() throws {
            try withServer {
                $0.readMilliseconds = 300
            } _: { server, application, port in
                let client = try RawClient(port: port)
                client.send("POST /x HTTP/1.1\r\nHost: h\r\n")
                let answer = try client.answer()
                #expect(answer.status == 408)
                #expect(answer.value("connection") == "close")
                #expect(client.isClosedByServer())
                #expect(client.unread == [])
                #expect(eventually { server.connectionCount == 0 })
                #expect(application.gate.given.isEmpty)
            }
        }

        @Test func `a head that comes late, after its 408, is not answered again`() throws {
            try withServer {
                $0.readMilliseconds = 300
            } _: { _, application, port in
                let client = try RawClient(port: port)
                client.send("POST /x HTTP/1.1\r\nHost: h\r\n")
                #expect(try client.answer().status == 408)
                client.send("Content-Length: 2\r\n\r\nokGET /y HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(client.isClosedByServer())
                #expect(client.unread == [])
                #expect(application.gate.given.isEmpty)
            }
        }

        @Test(arguments: [
            "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 9999\r\n\r\n",
            "POST /x HTTP/1.1\r\nHost: h\r\nX: ",
        ])
        func `a byte at a time does not buy more time`(start: String) throws {
            try withServer {
                $0.readMilliseconds = 500
            } _: { server, application, port in
                let client = try RawClient(port: port)
                client.send(start)
                var sent = 0
                while client.send("a"), sent < 1000 {
                    usleep(20_000)
                    sent += 1
                }
                #expect(sent < 1000)
                #expect(RawAnswer.all(in: client.rest()).answers.map(\.status) == [408])
                #expect(eventually { server.connectionCount == 0 })
                #expect(application.gate.given.isEmpty)
            }
        }

        @Test(arguments: ["", "GET /x HT"])
        func `who sends no whole line is closed without an answer`(start: String) throws {
            try withServer {
                $0.readMilliseconds = 300
            } _: { server, _, port in
                let client = try RawClient(port: port)
                client.send(start)
                #expect(client.rest() == [])
                #expect(eventually { server.connectionCount == 0 })
            }
        }

        @Test func `a connection that asks for nothing more is closed`() throws {
            try withServer {
                $0.idleMilliseconds = 300
            } _: { server, _, port in
                let client = try RawClient(port: port)
                client.send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try client.answer().status == 200)
                #expect(client.isClosedByServer())
                #expect(eventually { server.connectionCount == 0 })
            }
        }

        @Test func `a later request has its own time`() throws {
            try withServer {
                $0.readMilliseconds = 700
            } _: { _, _, port in
                let client = try RawClient(port: port)
                for _ in 0..<4 {
                    client.send("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n")
                    usleep(300_000)
                    client.send("ok")
                    #expect(try client.answer().status == 200)
                }
            }
        }

        @Test func `who does not read his answer is closed`() throws {
            try withServer {
                $0.writeMilliseconds = 300
            } _: { server, _, port in
                let client = try RawClient(port: port)
                client.send("GET /big?50000000 HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(eventually { server.inFlight == 1 })
                #expect(eventually { server.connectionCount == 0 })
            }
        }
    }
}
