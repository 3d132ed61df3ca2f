import Foundation
import TestSupport
import Testing
import Wallet

@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct ProvisioningTests {
    /// One server for the tests that leave nothing behind that another minds.
    private static let shared = Result { try RunningServer(database: try Demonstration.database()) }
    private let server: RunningServer

    init() throws { server = try Self.shared.get() }

    private func body(_ change: (inout PassRequest) -> Void = { _ in }) throws -> [UInt8] {
        var request = try server.phone().request()
        change(&request)
        return request.json()
    }

    @Test(arguments: ["active_visa", "active_mastercard", "active_otp"], ["", "/user-api"])
    func `a good request is answered, and Apple finds the card in it`(card: String, prefix: String) throws {
        let phone = try server.phone()
        let request = try phone.request()
        let id = server.card(card)
        let answer = try server.provision(id, token: server.alice, body: request.json(), prefix: prefix)
        #expect(answer.status == 200)
        #expect(answer.header("cache-control") == "no-store")
        #expect(answer.header("content-type") == "application/json")
        #expect(
            Set(answer.object.keys) == ["activation_data", "encrypted_pass_data", "ephemeral_public_key"])

        let pass = try PassAnswer(body: answer.body)
        #expect(pass.ephemeralPublicKey.count == 65)
        let payload = try Apple.open(pass, with: phone.leafKey)
        let details = try #require(server.fixtures.details(of: id))
        let findings = PassContents.findings(
            in: payload,
            expecting: PassContents.Expectation(
                details: details, lastFour: nil, cardholderName: nil,
                network: card == "active_mastercard" ? "mastercard" : "visa", request: request))
        for finding in findings { #expect(finding.verdict == .passed, "\(finding)") }
        #expect(findings.count == 7)
    }

    @Test func `300 answers have 300 ephemeral keys`() throws {
        var keys: Set<[UInt8]> = []
        for _ in 0..<300 {
            let answer = try server.provision(
                server.card("active_visa"), token: server.alice, body: try body())
            keys.insert(try PassAnswer(body: answer.body).ephemeralPublicKey)
        }
        #expect(keys.count == 300)
    }

    @Test func `the same body again is a replay, on any card of the cardholder`() throws {
        let body = try body()
        #expect(
            try server.provision(server.card("active_visa"), token: server.alice, body: body).status == 200)
        for card in ["active_visa", "active_mastercard"] {
            let again = try server.provision(server.card(card), token: server.alice, body: body)
            #expect(again.status == 400)
            #expect(again.error == "APPLE_PAY_INVALID_DATA")
            #expect(again.reason == "nonce_replayed")
        }
        let bobs = try server.provision(
            server.card("active_visa", of: "bob"), token: server.bob, body: body)
        #expect(bobs.status == 200)
    }

    @Test func `a replay is one however its signature is spelt`() throws {
        var phone = try server.phone()
        let nonce: [UInt8] = [9, 8, 7, 6]
        let raw = try phone.request(nonce: nonce)
        phone.form = .der
        let der = try phone.request(nonce: nonce)
        let card = server.card("active_visa")
        #expect(try server.provision(card, token: server.alice, body: raw.json()).status == 200)
        #expect(try server.provision(card, token: server.alice, body: der.json()).reason == "nonce_replayed")
    }

    @Test func `50 of the same body at once give exactly one answer`() async throws {
        let server = server
        let bytes = RawHTTP.request(
            "POST", "/cards/\(server.card("active_visa"))/apple-pay/provisioning",
            headers: [("Content-Type", "application/json"), ("Authorization", "Bearer \(server.alice)")],
            body: try body())
        let answers = try await concurrently(50, port: server.port, bytes)
        #expect(answers.filter { $0.status == 200 }.count == 1)
        // Where the machine is slow, some of them may have waited too long in the queue.
        #expect(answers.filter { $0.reason == "nonce_replayed" || $0.status == 503 }.count == 49)
    }

    @Test(arguments: [
        ("frozen", "card_frozen"), ("blocked", "card_blocked"), ("lost", "card_lost"),
        ("stolen", "card_stolen"), ("expired", "card_expired"), ("closed", "card_closed"),
        ("not_activated", "card_not_activated"), ("program_disabled", "program_disabled"),
        ("card_disabled", "card_disabled"),
    ])
    func `a card that may not go to a wallet says why, here and in the list of cards`(
        card: String, reason: String
    ) throws {
        let answer = try server.provision(server.card(card), token: server.alice, body: try body())
        #expect(answer.status == 409)
        #expect(answer.error == "APPLE_PAY_NOT_AVAILABLE")
        #expect(answer.reason == reason)
        let shown = try server.get("/cards/\(server.card(card))", token: server.alice).object
        let applePay = try #require(shown["applePay"] as? [String: Any])
        #expect(applePay["eligible"] as? Bool == false)
        #expect(applePay["reason"] as? String == reason)
    }

    @Test func `another's card, no card and no id are the same bytes apart from the request id`() throws {
        let id = "7d1a2f6e-6b1c-4a55-9d0e-0c5f3c1d2e3f"
        let texts = try [
            server.card("active_visa", of: "bob"), "7d1a2f6e-6b1c-4a55-9d0e-000000000000", "not-a-uuid",
            "%20",
        ].map { card in
            let answer = try server.provision(
                card, token: server.alice, body: try body(), headers: [("X-Request-Id", id)])
            #expect(answer.status == 404)
            #expect(answer.error == "CARD_NOT_FOUND")
            let headers = answer.headers.filter { $0.0 != "date" }.map { "\($0.0): \($0.1)" }
            return headers.joined(separator: "\n") + String(decoding: answer.body, as: UTF8.self)
        }
        #expect(Set(texts).count == 1)
    }

    @Test(arguments: [("expired", "token_expired"), ("wrong_audience", "token_audience")])
    func `a token that is not good is refused`(token: String, reason: String) throws {
        let answer = try server.provision(
            server.card("active_visa"), token: server.fixtures.tokens![token]!, body: try body())
        #expect(answer.status == 401)
        #expect(answer.reason == reason)
        #expect(answer.header("www-authenticate")?.hasPrefix("Bearer") == true)
    }

    @Test func `the token is looked at before the body, and the path before the token`() throws {
        #expect(try server.provision(server.card("active_visa"), body: Array("{".utf8)).status == 401)
        #expect(try server.get("/nothing").status == 404)
        let post = RawHTTP.request("POST", "/nothing")
        #expect(try RawHTTP.send(post, port: server.port).error == "NOT_FOUND")
        let method = try server.get("/cards/x/apple-pay/provisioning")
        #expect(method.status == 405)
        #expect(method.header("allow") == "POST")
        let type = try RawHTTP.send(
            RawHTTP.request(
                "POST", "/cards/x/apple-pay/provisioning", headers: [("Content-Type", "text/plain")]),
            port: server.port)
        #expect(type.status == 415)
    }

    @Test(arguments: [
        ("{", "malformed_json"), ("[]", "malformed_json"), ("{}", "missing_field"),
        (#"{"nonce":1,"nonce":1}"#, "malformed_json"), (#"{"Card-Number":"x"}"#, "card_credentials_refused"),
        (#"{"pin":null}"#, "card_credentials_refused"),
        (
            #"{"certificates":[],"nonce":"AA==","nonce_signature":"AA==","device_type":"phone","app_version":"1"}"#,
            "invalid_field"
        ),
        (
            #"{"certificates":[],"nonce":"AA==","nonce_signature":"AA==","device_type":"watch","app_version":"1"}"#,
            "certificate_count"
        ),
    ])
    func `a body of the wrong shape is refused`(text: String, reason: String) throws {
        let answer = try server.provision(
            server.card("active_visa"), token: server.alice, body: Array(text.utf8))
        #expect(answer.status == 400)
        #expect(answer.error == "APPLE_PAY_INVALID_DATA")
        #expect(answer.reason == reason)
    }

    @Test func `a nonce signature by another key is refused and uses nothing up`() throws {
        let good = try server.phone().request()
        var bad = good
        bad.nonceSignature[10] ^= 1
        let card = server.card("active_visa")
        #expect(
            try server.provision(card, token: server.alice, body: bad.json()).reason
                == "nonce_signature_invalid")
        #expect(try server.provision(card, token: server.alice, body: good.json()).status == 200)
    }

    @Test func `a chain under another root is refused`() throws {
        let other = try SimulatedPKI.make(now: Int64(Date().timeIntervalSince1970))
        let phone = Phone(certificates: other.certificates, leafKey: other.leafKey, device: .watch)
        let answer = try server.provision(
            server.card("active_visa"), token: server.alice, body: try phone.request().json())
        #expect(answer.reason == "certificate_untrusted")
    }

    @Test func `the caller's request id comes back if it is a UUID, and nothing else of it does`() throws {
        let own = "7D1A2F6E-6B1C-4A55-9D0E-0C5F3C1D2E3F"
        let kept = try server.get("/healthz", headers: [("X-Request-Id", own)])
        #expect(kept.header("x-request-id") == own.lowercased())
        let made = try server.get("/healthz", headers: [("X-Request-Id", "evil")])
        let id = try #require(made.header("x-request-id"))
        #expect(id != "evil" && UUID(uuidString: id) != nil)
        #expect(Array(id)[14] == "7")
    }

    @Test func `an attempt's row holds its checks and none of its secrets`() throws {
        let answer = try server.provision(
            server.card("active_visa"), token: server.alice, body: try body())
        let id = try #require(answer.header("x-request-id"))
        let row = try server.database.sql(
            "select outcome, card is not null, checks from vault.provisioning_attempts where request_id = '\(id)'"
        )
        #expect(row.hasPrefix("authorised|t|"))
        for rule in (1...12).map({ String(format: "C%02d", $0) }) + ["nonce_signature"] {
            #expect(row.contains("\"\(rule)\""), "\(rule)")
        }
    }

    @Test func `a refusal from before the database is recorded after the answer`() throws {
        let answer = try server.provision(
            server.card("active_visa"), token: server.alice, body: Array("{".utf8))
        let id = try #require(answer.header("x-request-id"))
        var row = ""
        for _ in 0..<100 where row.isEmpty {
            row = try server.database.sql(
                "select outcome, reason from vault.provisioning_attempts where request_id = '\(id)'")
            Thread.sleep(forTimeInterval: 0.02)
        }
        #expect(row == "refused|malformed_json")
    }
}

/// Sends the same bytes over so many connections at once.
func concurrently(_ count: Int, port: UInt16, _ bytes: [UInt8]) async throws -> [RawAnswer] {
    // Threads of their own: the sends block, and the cooperative pool has as few threads as there are cores.
    let answers = Answers(count)
    for _ in 0..<count {
        Thread.detachNewThread { answers.add(Result { try RawHTTP.send(bytes, port: port) }) }
    }
    return try answers.all().map { try $0.get() }
}

private final class Answers: @unchecked Sendable {
    private let count: Int
    private let condition = NSCondition()
    private var answers: [Result<RawAnswer, any Error>] = []

    init(_ count: Int) { self.count = count }

    func add(_ answer: Result<RawAnswer, any Error>) {
        condition.withLock {
            answers.append(answer)
            condition.signal()
        }
    }

    func all() -> [Result<RawAnswer, any Error>] {
        condition.withLock {
            while answers.count < count { condition.wait() }
            return answers
        }
    }
}
