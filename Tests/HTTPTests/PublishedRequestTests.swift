import Foundation
import HTTP
import TestSupport
import Testing

/// A request of the parser llhttp's own tests.
private struct Published: Decodable {
    let id: String
    let raw_b64: String
    let must_refuse: Bool
}

private let file = "http/llhttp-requests.json"

/// What libmicrohttpd 0.9.75 takes although it must not, by the end of its id. The proxy in front refuses the bare
/// line feeds.
private let taken = [
    ("Parsing and setting flag / No extension after semicolon", "an empty chunk extension changes no length"),
    ("HTTP protocol and ANNOUNCE method", "every method comes to the application, which answers 405"),
    ("Headers separated by LF", "a bare line feed is not shown to a handler"),
    ("Empty headers separated by LF", "a bare line feed is not shown to a handler"),
    ("Missing CR between headers", "a bare line feed is not shown to a handler"),
]

extension HTTPTests {
    @Suite struct PublishedRequestTests {
        @Test(.enabled(if: SharedData.has(file), "\(SharedData.missing)"))
        func `no published request has a second answer, and the broken ones are refused`() throws {
            let all = try SharedData.json(file, as: [Published].self)
            #expect(all.count > 100)
            for one in all {
                let raw = [UInt8](try #require(Data(base64Encoded: one.raw_b64)))
                // The published ones lack their last empty line. What follows it ends the connection.
                let end = "\r\n\r\nGET /end HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
                let (answers, given) = try withServer { _, application, port in
                    let client = try RawClient(port: port)
                    client.send(raw + Array(end.utf8))
                    client.patience(milliseconds: 200)
                    let (answers, _) = RawAnswer.all(in: client.rest())
                    return (answers, application.gate.given.filter { $0.head.path != "/end" })
                }
                let isTaken = taken.contains { one.id.hasSuffix($0.0) }
                if one.must_refuse {
                    #expect(given.isEmpty != isTaken, "\(one.id)")
                    if !isTaken { #expect((400...599).contains(answers.last?.status ?? 400), "\(one.id)") }
                }
                // A refusal is the last answer of its connection.
                #expect(answers.dropLast().allSatisfy { $0.status == 200 }, "\(one.id)")
            }
        }
    }
}
