import Foundation
import Testing
import Wallet

@testable import passwright_conformance

@Suite struct WireTests {
    private func answer(_ bytes: String, _ request: Request = .get("/")) -> Result<Reply, Silence> {
        let server = HostileServer(.replies { _ in Array(bytes.utf8) })
        let client = try! Client(Address(server.address)!, seconds: 2)
        return Result { () throws(Silence) in try client.send(request) }
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nX-Trailer: 1\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    ])
    func `a body is read by each of its framings`(bytes: String) throws {
        let reply = try answer(bytes).get()
        #expect(reply.status == 200)
        #expect(reply.body == Array("hello".utf8))
    }

    /// More than two sockets hold: the answer is there as soon as the last byte is written.
    @Test func `an answer's time begins with the request's first byte`() throws {
        let body = [UInt8](repeating: 0x61, count: 24 << 20)
        let server = HostileServer(.lingers(300, takes: body.count, httpAnswer("200 OK", [])))
        let client = try Client(#require(Address(server.address)), seconds: 20)
        let reply = try client.send(Request("POST", "/", body: body))
        #expect(reply.status == 200)
        #expect(reply.milliseconds >= 300)
    }

    @Test(arguments: [
        ("", Silence.cut(bytes: 0)),
        ("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello", .cut(bytes: 43)),
        ("HTTP/1.1 200 OK\r\nContent-Le", .cut(bytes: 27)),
        ("hello", .notHTTP("it does not begin with HTTP/1")),
        ("HTTP/1.1 20 OK\r\n\r\n", .notHTTP("no status line")),
        ("HTTP/1.1 200 OK\r\nno colon\r\n\r\n", .notHTTP("a header without a name")),
        ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", .notHTTP("no usable Content-Length")),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
            .notHTTP("no usable Content-Length")
        ),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1048577\r\n\r\n", .bodyTooLong),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfive\r\n", .notHTTP("a chunk without a size")),
    ])
    func `an answer that is none is told apart`(bytes: String, silence: Silence) {
        guard case .failure(let found) = answer(bytes) else {
            Issue.record("an answer to \(bytes)")
            return
        }
        #expect(found == silence)
    }

    @Test func `a request's bytes are what was asked for`() throws {
        let address = try #require(Address("https://[::1]:8443/api/"))
        let request = Request("POST", "/x", headers: [("A", "b")], body: Array("{}".utf8)).authorized("t")
        #expect(
            String(decoding: request.bytes(for: address), as: UTF8.self)
                == "POST /api/x HTTP/1.1\r\nHost: [::1]:8443\r\nA: b\r\nAuthorization: Bearer t\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"
        )
        #expect(Request(raw: [1, 2, 3]).bytes(for: address) == [1, 2, 3])
    }

    @Test(arguments: [
        "ftp://host", "http://", "host:80", "http://user:secret@host", "http://host?x=1", "http://host/#part",
        "http://host:0",
        "http://host:65536",
    ])
    func `what is no address is refused`(text: String) { #expect(Address(text) == nil) }

    @Test func `the order of P-256 mirrors s, and twice gives s again`() throws {
        let key = try SimulatedKey(.p256)
        let signature = try key.signRaw([1, 2, 3])
        let mirrored = P256Order.mirrored(signature)
        #expect(mirrored != signature)
        #expect(P256Order.mirrored(mirrored) == signature)
        try key.verify(ECDSASignature(raw: mirrored).der, over: [1, 2, 3], .sha256)
    }

    @Test(arguments: [
        ("prov-p-001", "prov-p-001", true), ("prov-p-001", "prov-p-00", false),
        ("prov-p-001", "prov-p-*", true),
        ("prov-p-001", "*001", true), ("prov-p-001", "*f*", false), ("", "*", true), ("a", "", false),
    ])
    func `a star stands for anything`(text: String, pattern: String, matches: Bool) {
        #expect(Selection.matches(text[...], pattern[...]) == matches)
    }
}
