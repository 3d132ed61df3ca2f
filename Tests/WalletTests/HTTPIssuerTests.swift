import Foundation
import Testing
import Wallet

@Suite struct HTTPIssuerTests {
    private let call = IssuerCall(method: "POST", path: "/x", token: "t", body: Array("{}".utf8))

    /// What the caller hears from a server that replies so.
    private func outcome(
        _ reply: SmallServer.Reply, limit: Int = 5
    ) -> Result<IssuerAnswer, Silence> {
        let server = SmallServer { _ in reply }
        let issuer = HTTPIssuer(address: server.address, limit: limit)!
        return withExtendedLifetime(server) {
            Result { () throws(Silence) in try issuer.send(call) }
        }
    }

    @Test func `a request is sent once, as written, and its answer is read`() throws {
        let heard = Heard()
        let server = SmallServer { request in
            heard.requests.append(request)
            return .bytes(httpAnswer("418 Teapot", "abc", headers: ["X-Request-Id": "r"]))
        }
        let issuer = try #require(HTTPIssuer(address: server.address + "/user-api/"))
        let answer = try issuer.send(call)
        #expect(answer.status == 418)
        #expect(answer.body == Array("abc".utf8))
        #expect(answer.headers["x-request-id"] == "r")
        let request = try #require(heard.requests.first)
        #expect(heard.requests.count == 1)
        #expect(request.hasPrefix("POST /user-api/x HTTP/1.1\r\n"))
        #expect(request.contains("Authorization: Bearer t\r\n"))
        #expect(request.contains("Content-Type: application/json\r\n"))
        #expect(request.hasSuffix("\r\n\r\n{}"))
    }

    @Test func `a redirect is an answer and is not followed`() throws {
        let elsewhere = Heard()
        let target = SmallServer { request in
            elsewhere.requests.append(request)
            return .bytes(httpAnswer("200 OK", "{}"))
        }
        let reply = SmallServer.Reply.bytes(
            httpAnswer("307 Temporary Redirect", "", headers: ["Location": target.address]))
        #expect(try outcome(reply).get().status == 307)
        #expect(elsewhere.requests.isEmpty)
    }

    @Test func `where nobody listens, nobody answers`() {
        let port = SmallServer { _ in .nothing }.port
        let issuer = HTTPIssuer(address: "http://127.0.0.1:\(port)", limit: 5)!
        #expect(throws: Silence.connection(.refused(errno: ECONNREFUSED))) { try issuer.send(call) }
    }

    @Test func `a server that says nothing, or too slowly, is given up at the limit`() {
        #expect(outcome(.nothing, limit: 1).failure == .late(seconds: 1, bytes: 0))
        let slow = httpAnswer("200 OK", String(repeating: "x", count: 1000))
        guard case .late(seconds: 1, let bytes) = outcome(.dripping(slow), limit: 1).failure else {
            Issue.record("not given up")
            return
        }
        #expect(bytes > 0 && bytes < slow.count)
    }

    @Test(arguments: [
        ("", Silence.cut(bytes: 0)), ("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc", .cut(bytes: 43)),
        ("\u{0}\u{1}\u{2}garbage\n\n", .notHTTP("it does not begin with HTTP/1")),
        ("HTTP/1.1 200 OK\r\nDate: x", .cut(bytes: 24)),
        ("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n{}", .bodyTooLong),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775808\r\n\r\n{}",
            .notHTTP("no usable Content-Length")
        ),
        ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}", .notHTTP("no usable Content-Length")),
    ])
    func `what is no whole HTTP answer is told apart from an answer`(text: String, silence: Silence) {
        #expect(outcome(.bytes(Array(text.utf8))).failure == silence)
    }

    @Test func `an answer without an end is left after a megabyte, and one that is packed is not unpacked`()
        throws
    {
        let endless = Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + [UInt8](repeating: 0x61, count: 8 << 20)
        #expect(outcome(.bytes(endless)).failure == .bodyTooLong)
        let packed = httpAnswer("200 OK", "\u{1f}\u{8b}", headers: ["Content-Encoding": "gzip"])
        #expect(try outcome(.bytes(packed)).get().body == Array("\u{1f}\u{8b}".utf8))
    }

    @Test func `an answer of a megabyte is read and one byte more is not`() throws {
        let whole = httpAnswer("200 OK", String(repeating: "x", count: 1 << 20))
        #expect(try outcome(.bytes(whole)).get().body.count == 1 << 20)
        let more = httpAnswer("200 OK", String(repeating: "x", count: 1 << 20 | 1))
        #expect(outcome(.bytes(more)).failure == .bodyTooLong)
    }

    @Test(arguments: [
        "", "127.0.0.1:80", "ftp://host", "http://", "http:///x", "http://h?q", "http://h#f", "a b",
        "https://u:secret@h",
    ])
    func `an address that is not http with a host is no address`(address: String) {
        #expect(HTTPIssuer(address: address) == nil)
    }

    private final class Heard: @unchecked Sendable { var requests: [String] = [] }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
