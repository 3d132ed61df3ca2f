import Foundation
import Glibc
import HTTP
import Testing

extension HTTPTests {
    @Suite struct DisconnectTests {
        /// Where a client may leave.
        @Test(arguments: [
            "", "GET /x", "GET /x HTTP/1.1\r\n", "GET /x HTTP/1.1\r\nHost: h\r\nX: y",
            "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n",
            "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc",
            "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab",
            "GET /x HTTP/1.1\r\nHost: h\r\n\r\n", "GET /big?9000000 HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET /x HTTP/1.1\r\n\r\n",
        ])
        func `a client that leaves takes nothing with it`(sent: String) throws {
            try withServer { server, _, port in
                for _ in 0..<20 {
                    let client = try RawClient(port: port)
                    client.send(sent)
                    client.hangUp()
                }
                // Who comes last is answered, and so those before have been accepted.
                do {
                    let client = try RawClient(port: port)
                    client.send("GET /alive HTTP/1.1\r\nHost: h\r\n\r\n")
                    #expect(try client.answer().body == "GET /alive 0")
                    client.hangUp()
                }
                #expect(eventually { server.connectionCount == 0 && server.inFlight == 0 })
                #expect(eventually { descriptors(on: port) == 1 }, "\(descriptors(on: port))")
            }
        }

        @Test func `a client that leaves while a worker has its request does no harm`() throws {
            try withServer { server, application, port in
                for _ in 0..<2 {
                    let client = try RawClient(port: port)
                    client.send("GET /gate HTTP/1.1\r\nHost: h\r\n\r\n")
                    client.hangUp()
                }
                application.gate.await(2)
                application.gate.open()
                application.gate.awaitAfter(2)
                #expect(eventually { server.connectionCount == 0 && server.inFlight == 0 })
                #expect(eventually { descriptors(on: port) == 1 }, "\(descriptors(on: port))")
            }
        }
    }
}

/// How many descriptors of this process are bound to a port: the listener, and what it accepted.
private func descriptors(on port: Int) -> Int {
    let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return (open ?? []).compactMap { Int32($0) }.count { descriptor in
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        return result == 0 && address.sin_family == AF_INET
            && Int(UInt16(bigEndian: address.sin_port)) == port
    }
}
