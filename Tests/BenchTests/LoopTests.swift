import Foundation
import Testing
import Wallet

@testable import passwright_bench

/// The loops against a server of the tests' own, which answers one request at a time.
@Suite(.serialized) struct LoopTests {
    private func load(_ count: Int, _ server: SlowServer) throws -> Load {
        let request = Array("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n".utf8)
        return Load(
            address: try #require(ServerAddress("http://127.0.0.1:\(server.port)")),
            requests: Array(repeating: PreparedRequest(bytes: request, order: nil), count: count))
    }

    @Test func `a closed loop sends the next request when it has the last one's answer`() throws {
        let server = try SlowServer(milliseconds: 5)
        let outcome = Loop(load: try load(20, server), connections: 1, rate: nil).run()
        #expect(outcome.statuses == [200: 20])
        #expect(outcome.latency(within: 1)! < 100_000_000)
    }

    @Test func `latency at a rate counts from the instant at which a request was due`() throws {
        // 20 ms an answer and a request every 5 ms: the last of 40 waits for 39 answers but came after 195 ms.
        let server = try SlowServer(milliseconds: 20)
        let outcome = Loop(load: try load(40, server), connections: 1, rate: 200).run()
        #expect(outcome.statuses == [200: 40])
        #expect(outcome.latency(within: 1)! >= 600_000_000)
        #expect(outcome.latency(within: 0.5)! >= 290_000_000)
    }

    @Test func `a rate that the server bears is kept`() throws {
        let server = try SlowServer(milliseconds: 0)
        let outcome = Loop(load: try load(50, server), connections: 4, rate: 100).run()
        #expect(outcome.count(of: 200) == 50)
        #expect(outcome.nanoseconds >= 490_000_000)
    }

    @Test func `health is asked for while a load runs`() throws {
        let server = try SlowServer(milliseconds: 0)
        let address = try #require(ServerAddress("http://127.0.0.1:\(server.port)"))
        let request = PreparedRequest(bytes: Array("GET /healthz HTTP/1.1\r\n\r\n".utf8), order: nil)
        let probe = Loop(load: Load(address: address, requests: [request]), connections: 2, rate: 50)
        let (result, health) = beside(probe) {
            usleep(300_000)
            return 7
        }
        #expect(result == 7)
        #expect((5...20).contains(health.count(of: 200)))
    }

    @Test func `an open loop over a dead server ends, with no answer to anything`() throws {
        let address = try #require(ServerAddress("http://127.0.0.1:1"))
        let request = PreparedRequest(bytes: Array("GET / HTTP/1.1\r\n\r\n".utf8), order: nil)
        let outcome = Loop(
            load: Load(address: address, requests: [request, request]), connections: 2, rate: 1000
        ).run()
        #expect(outcome.statuses == [0: 2])
    }
}

/// Answers each request with 200 after so many milliseconds, each connection on a thread of its own, one request at
/// a time.
private final class SlowServer: Sendable {
    let port: Int
    private let descriptor: Int32

    init(milliseconds: UInt32) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        try #require(bound)
        port = Int(UInt16(bigEndian: address.sin_port))
        self.descriptor = descriptor
        Thread.detachNewThread {
            while case let peer = accept(descriptor, nil, nil), peer >= 0 {
                Thread.detachNewThread { Self.serve(peer, milliseconds) }
            }
            // Closed by the thread that uses it: its number may be the next server's as soon as it is.
            close(descriptor)
        }
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private static func serve(_ peer: Int32, _ milliseconds: UInt32) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
        while recv(peer, &buffer, buffer.count, 0) > 0 {
            usleep(milliseconds * 1000)
            send(peer, answer, answer.count, Int32(MSG_NOSIGNAL))
        }
        close(peer)
    }
}
