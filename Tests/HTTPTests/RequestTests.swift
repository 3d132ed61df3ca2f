import HTTP
import Testing

extension HTTPTests {
    @Suite struct RequestTests {
        @Test func `a worker is given method, path, query, headers and body as they were sent`() throws {
            try withServer { _, application, port in
                let client = try RawClient(port: port)
                client.send("POST /a%20b/%2F?x=%31&y HTTP/1.1\r\nHost: h\r\nX-Two: 1\r\nx-two:  2 \r\n")
                client.send("Content-Length: 5\r\n\r\nh\u{0}llo")
                #expect(try client.answer().body == "POST /a%20b/%2F 5")
                let request = try #require(application.gate.given.first)
                #expect(request.head.method == "POST")
                #expect(request.head.path == "/a%20b/%2F")
                #expect(request.head.query == "x=%31&y")
                #expect(request.head.values("x-two") == [Array("1".utf8), Array("2".utf8)])
                #expect(request.head.single("x-two") == nil)
                #expect(request.head.single("host") == Array("h".utf8))
                #expect(request.body == Array("h\u{0}llo".utf8))
            }
        }

        /// RFC 9112, 3.2.2: proxies send it, and a server must take it.
        @Test(arguments: [
            ("http://h/a%20b?x", "/a%20b", "x"), ("HTTPS://other.example:443/a?", "/a", ""),
            ("http://h", "/", nil), ("http://[::1]:80?x=/", "/", "x=/"),
        ])
        func `a target with scheme and host is read like its path alone`(
            target: String, path: String, query: String?
        ) throws {
            try withServer { _, application, port in
                let client = try RawClient(port: port)
                client.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try client.answer().status == 200)
                let head = try #require(application.gate.given.first).head
                #expect(head.path == path)
                #expect(head.query == query)
            }
        }

        @Test func `an answer has its status, headers and length`() throws {
            try withServer { _, _, port in
                let client = try RawClient(port: port)
                client.send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n")
                let answer = try client.answer()
                #expect(answer.status == 200)
                #expect(answer.value("x-of") == "worker")
                #expect(answer.value("content-length") == "8")
                #expect(answer.value("connection") == nil)
            }
        }

        @Test(arguments: ["DELETE", "PATCH", "OPTIONS", "BREW", "get"])
        func `any method comes to the application in its own case`(method: String) throws {
            try withServer { _, _, port in
                let client = try RawClient(port: port)
                client.send("\(method) /x HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try client.answer().body == "\(method) /x 0")
            }
        }

        @Test func `HEAD has the length and no body, and the connection goes on`() throws {
            try withServer { _, _, port in
                let client = try RawClient(port: port)
                client.send("HEAD /x HTTP/1.1\r\nHost: h\r\n\r\n")
                let answer = try client.answer(toHead: true)
                #expect(answer.value("content-length") == "9")
                client.send("GET /y HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try client.answer().body == "GET /y 0")
            }
        }

        @Test func `two hundred requests go over one connection`() throws {
            try withServer { server, application, port in
                let client = try RawClient(port: port)
                for number in 0..<200 {
                    client.send("POST /\(number) HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc")
                    #expect(try client.answer().body == "POST /\(number) 3")
                }
                #expect(server.connectionCount == 1)
                application.gate.awaitAfter(200)
            }
        }

        @Test func `a pipeline is answered in order, each body to its own request`() throws {
            try withServer { _, _, port in
                let client = try RawClient(port: port)
                client.send(
                    (0..<20).map {
                        let body = String(repeating: "b", count: $0)
                        return "POST /\($0) HTTP/1.1\r\nHost: h\r\nContent-Length: \($0)\r\n\r\n\(body)"
                    }.joined())
                for number in 0..<20 {
                    #expect(try client.answer().body == "POST /\(number) \(number)")
                }
            }
        }

        @Test func `a request that comes a byte at a time is served`() throws {
            try withServer { _, _, port in
                let client = try RawClient(port: port)
                for byte in "POST /slow HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody".utf8 {
                    client.send([byte])
                }
                #expect(try client.answer().body == "POST /slow 4")
            }
        }

        @Test func `a chunked body is put together`() throws {
            try withServer { _, _, port in
                let client = try RawClient(port: port)
                client.send("POST /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n")
                client.send("3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: t\r\n\r\n")
                #expect(try client.answer().body == "POST /c 5")
                client.send("GET /y HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try client.answer().body == "GET /y 0")
            }
        }

        @Test func `who expects 100-continue is told to go on`() throws {
            try withServer { _, _, port in
                let client = try RawClient(port: port)
                client.send(
                    "POST /e HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
                #expect(try client.answer().status == 100)
                client.send("ok")
                #expect(try client.answer().body == "POST /e 2")
            }
        }

        @Test func `HTTP/1.0 needs no Host and its connection is closed`() throws {
            try withServer { _, _, port in
                let client = try RawClient(port: port)
                client.send("GET /old HTTP/1.0\r\n\r\n")
                #expect(try client.answer().body == "GET /old 0")
                #expect(client.isClosedByServer())
            }
        }

        @Test func `a large answer arrives whole`() throws {
            try withServer { _, _, port in
                let client = try RawClient(port: port)
                client.send("GET /big?3000000 HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try client.answer().body.utf8.count == 3_000_000 + "GET /big 0".utf8.count)
            }
        }

        @Test func `what a request holds is not printed`() {
            let head = HTTPHead(
                method: "GET", target: "/secret", fields: [HTTPField("authorization", "Bearer secret")])
            let request = HTTPRequest(head: head, body: Array("secret".utf8), received: 0)
            let response = HTTPResponse(
                status: 200, fields: [HTTPField("x", "secret")], body: Array("secret".utf8))
            for value in [head, request, response, head.fields] as [Any] {
                var text = "\(value) \(String(reflecting: value)) "
                dump(value, to: &text)
                #expect(!text.contains("secret") && !text.contains("115"))
            }
        }
    }
}
