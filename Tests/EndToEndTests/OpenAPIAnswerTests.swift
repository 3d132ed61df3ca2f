import Foundation
import TestSupport
import Testing
import Wallet

/// `RunningServer` holds each answer of every test against `openapi.json`; these bring about the answers that no
/// other test does.
@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct OpenAPIAnswerTests {
    private static let shared = Result { try RunningServer(database: try Demonstration.database()) }
    private let server: RunningServer

    init() throws { server = try Self.shared.get() }

    @Test(arguments: ["", "/user-api"])
    func `the document is served without a token, as it is in the source`(prefix: String) throws {
        let answer = try server.get(prefix + "/openapi.json")
        #expect(answer.status == 200)
        #expect(answer.body == Array(try Data(contentsOf: OpenAPIDocument.file)))
        #expect(try server.send("POST", prefix + "/openapi.json").status == 405)
    }

    @Test(arguments: ["/cards", "/cards/{card}", "/healthz", "/readyz", "/openapi.json"], ["", "/user-api"])
    func `HEAD is answered as GET, without the body`(path: String, prefix: String) throws {
        let path = prefix + path.replacing("{card}", with: server.card("active_visa"))
        let get = try server.get(path, token: server.alice)
        let head = try server.send("HEAD", path, token: server.alice)
        #expect(head.status == 200 && get.status == 200)
        #expect(head.body.isEmpty && !get.body.isEmpty)
        #expect(head.header("content-length") == String(get.body.count))
    }

    @Test(arguments: ["GET", "HEAD"], ["/cards", "/cards/a11ce000-0000-4000-8000-000000000001"])
    func `a caller without a token is not let in`(method: String, path: String) throws {
        let answer = try server.send(method, path)
        #expect(answer.status == 401)
        #expect(answer.header("www-authenticate") == "Bearer")
    }

    @Test(arguments: [
        ("GET", "/cards/x/apple-pay/provisioning", "POST"), ("POST", "/cards", "GET, HEAD"),
        ("DELETE", "/cards/x", "GET, HEAD"), ("PUT", "/healthz", "GET, HEAD"),
        ("OPTIONS", "/readyz", "GET, HEAD"),
        ("PATCH", "/openapi.json", "GET, HEAD"), ("HEAD", "/cards/x/apple-pay/provisioning", "POST"),
    ])
    func `a method that a path has not is answered with those that it has`(
        method: String, path: String, allow: String
    ) throws {
        let answer = try server.send(method, path)
        #expect(answer.status == 405)
        #expect(answer.header("allow") == allow)
    }

    @Test(arguments: ["/", "/openapi.yaml", "/openapi.json/", "/cards/x/apple-pay", "/user-api"])
    func `a path that is not documented is not found`(path: String) throws {
        #expect(try server.get(path).error == "NOT_FOUND")
    }

    @Test(arguments: ["POST /cards/x/apple-pay/provisioning", "GET /cards", "GET /healthz", "GET /nothing"])
    func `what HTTP itself refuses is answered in JSON too, on each path`(line: String) throws {
        let parts = line.split(separator: " ").map(String.init)
        func status(_ headers: [(String, String)]) throws -> Int {
            try server.send(parts[0], parts[1], headers: headers).status
        }
        #expect(try status([("Authorization", "Bearer a"), ("Authorization", "Bearer a")]) == 400)
        #expect(try status([("Transfer-Encoding", "gzip")]) == 400)
        #expect(try status([("X-Long", String(repeating: "a", count: 17_000))]) == 431)
        let large = try server.send(parts[0], parts[1], body: [UInt8](repeating: 0x20, count: 65_537))
        #expect(large.status == 413)
    }

    @Test func `another media type is refused`() throws {
        let path = "/cards/\(server.card("active_visa"))/apple-pay/provisioning"
        let answer = try server.send("POST", path, headers: [("Content-Type", "text/plain")])
        #expect(answer.status == 415)
    }

    @Test func `a caller without cards has an empty list`() throws {
        try server.database.sql("select admin.add_cardholder('nobody', 'No Body')")
        let folder = try Demonstration.keys + "/token"
        let token = try run(
            [
                Demonstration.binaries + "/passwright", "token", "--key", folder + "/token-signing.pem",
                "--kid",
                try JWKS.kid(folder + "/jwks.json"), "--issuer", "passwright-demo", "--audience",
                "passwright",
                "--cardholder", "nobody",
            ], environment: ["PASSWRIGHT_MODE": "development"])
        let answer = try server.get("/cards", token: token)
        #expect(answer.status == 200)
        #expect(answer.body == Array("[]".utf8))
    }
}

private enum JWKS {
    /// The only key's id.
    static func kid(_ path: String) throws -> String {
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
        let keys = (object as? [String: Any])?["keys"] as? [[String: Any]]
        return try #require(keys?.first?["kid"] as? String)
    }
}
