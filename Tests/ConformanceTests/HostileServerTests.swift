import Foundation
import Testing
import Wallet

@testable import passwright_conformance

/// Whatever answers, there is a verdict, it is not good, and it comes in time.
@Suite(.serialized) struct HostileServerTests {
    /// A manner, and with what the verdict of a run against it begins.
    private static let someFailed = "[1-9][0-9]+ of [1-9][0-9]+ cases failed"

    private static let manners: [(name: String, manner: HostileServer.Manner, verdict: String)] = [
        (
            "200 with random base64",
            .replies { _ in
                let bytes = (0..<300).map { _ in UInt8.random(in: 0...255) }
                let text = Data(bytes).base64EncodedString()
                let members = ["activation_data", "encrypted_pass_data", "ephemeral_public_key"]
                return httpAnswer(
                    "200 OK",
                    Array("{\(members.map { "\"\($0)\":\"\(text)\"" }.joined(separator: ","))}".utf8))
            }, someFailed
        ),
        (
            "HTML",
            .replies { _ in
                httpAnswer("200 OK", Array("<!doctype html><title>Hello</title>".utf8), type: "text/html")
            }, someFailed
        ),
        ("an answer to nothing", .silent, "The server does not answer: no answer within 1 s."),
        ("a byte a second", .drips(Array("HTTP/1.1 200 OK\r\n".utf8)), "The server does not answer: "),
        (
            "an end at once", .closes,
            "The server does not answer: the server closed the connection without an answer."
        ),
        (
            "something that is not HTTP", .replies { _ in Array("SSH-2.0-OpenSSH_9.2\r\n".utf8) },
            "The server does not answer: what came is not HTTP"
        ),
        (
            "headers without an end",
            .pours(Array("HTTP/1.1 200 OK\r\n".utf8), then: Array("X-More: and more\r\n".utf8)),
            "The server does not answer: the answer's headers are longer than 64 KiB."
        ),
        (
            "a body without an end",
            .pours(Array("HTTP/1.1 200 OK\r\n\r\n".utf8), then: Array(repeating: 0x61, count: 4096)),
            "The server does not answer: the answer's body is longer than 1 MiB."
        ),
        (
            "half an answer", .replies { _ in Array(httpAnswer("200 OK", Array("{}".utf8)).dropLast()) },
            "The server does not answer: the connection ended in the middle"
        ),
    ]

    @Test(arguments: manners.indices)
    func `every manner of a server ends in a verdict`(index: Int) throws {
        let (name, manner, verdict) = Self.manners[index]
        let server = HostileServer(manner)
        let result = try TestDeployment(server.address).run()
        #expect(!result.isGood, "\(name)")
        #expect(
            result.sentence.range(of: "^" + verdict, options: .regularExpression) != nil,
            "\(name): \(result.sentence)")
        #expect(result.results.count == TestDeployment.sample.count)
        // As long as a busy machine may need; on an idle one it is a few seconds.
        #expect(result.seconds < 150, "\(name) took \(result.seconds) s")
        for (format, text) in reports(result) { #expect(!text.isEmpty, "\(name), \(format)") }
    }

    @Test func `nobody there is said in one sentence`() throws {
        var server: HostileServer? = HostileServer(.closes)
        let address = server!.address
        server = nil
        let result = try TestDeployment(address).run()
        #expect(
            result.sentence
                == "The server does not answer: nobody listens at this address: the connection is refused.")
        #expect(!result.isGood)
        #expect(result.count(.blocked) == TestDeployment.sample.count)
    }

    @Test func `a server that answers, but each time too late, is not asked to the end`() throws {
        let server = HostileServer(
            .replies { _ in
                usleep(700_000)
                return httpAnswer("404 Not Found", Array("{}".utf8))
            })
        let result = try TestDeployment(server.address).run()
        let unasked = result.results.count {
            $0.verdict.reason?.hasPrefix("8 cases in a row were answered after more than 0.5 seconds") == true
        }
        #expect(unasked > TestDeployment.sample.count / 2)
        #expect(!result.isGood)
    }

    @Test func `a run in which everything was skipped is not good`() throws {
        let server = HostileServer(.silent)
        let skip = Case("PROV-P-001", .contract, .accepted, "Nothing.") { _ throws(Stop) in
            throw .skipped("why")
        }
        let result = try TestDeployment(server.address).run([skip])
        #expect(!result.isGood)
        #expect(result.sentence == "Nothing was checked.")
    }

    @Test func `a busy server is asked again, and then judged`() throws {
        let asked = Counter()
        let server = HostileServer(
            .replies { _ in
                asked.next() < 2
                    ? httpAnswer("503 Service Unavailable", Array("{}".utf8), headers: "Retry-After: 1\r\n")
                    : httpAnswer("200 OK", Array("{}".utf8))
            })
        let item = Case("PROV-P-001", .contract, .health, "It answers.") { (trial) throws(Stop) in
            let reply = try trial.send(.get("/healthz"))
            try trial.require(reply.status == 200, "200", got: reply.sentence)
        }
        #expect(try TestDeployment(server.address).run([item]).isGood)
        #expect(asked.count == 3)
    }
}

private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0
    var count: Int { lock.withLock { value } }
    func next() -> Int {
        lock.withLock {
            defer { value += 1 }; return value
        }
    }
}
