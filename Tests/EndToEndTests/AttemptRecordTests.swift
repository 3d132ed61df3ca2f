import Foundation
import TestSupport
import Testing
import Wallet

/// Support's walk: from the request id that a person reads out to what was looked at, what it said and how long it
/// took, as the administrator's role sees it.
@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct AttemptRecordTests {
    private static let shared = Result { try RunningServer(database: try Demonstration.database()) }
    private let server: RunningServer

    init() throws { server = try Self.shared.get() }

    private struct Line: Equatable {
        let rule, verdict, detail: String
    }

    private static let trust = (1...12).map { "C" + ($0 < 10 ? "0" : "") + String($0) }
    private static let judged = ["body"] + trust + ["nonce_signature"]

    private func ask(_ sql: String) throws -> String {
        let url = TestCluster.url(database: server.database.name, role: "passwright_demo_admin")
        return try run(["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", sql])
    }

    /// The attempt of a request, once it is there, and its checks in their order.
    private func record(_ answer: RawAnswer) throws -> (attempt: String, lines: [Line]) {
        let id = try #require(answer.header("x-request-id"))
        try waitUntil { try ask("select count(*) from admin.attempts where request_id = '\(id)'") == "1" }
        let attempt = try ask(
            """
            select concat_ws(' ', outcome, error, reason, case when card is null then 'no card' else 'card' end)
            from admin.attempts where request_id = '\(id)'
            """)
        let checks = try ask(
            """
            select c.rule, c.verdict, c.detail, c.microseconds from admin.attempt_checks c
            join admin.attempts a on a.id = c.attempt where a.request_id = '\(id)' order by c.number
            """)
        var lines: [Line] = []
        for row in checks.split(separator: "\n") {
            let parts = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            let microseconds = try #require(Int(parts[3]), "\(row)")
            #expect((0..<5_000_000).contains(microseconds))
            lines.append(Line(rule: parts[0], verdict: parts[1], detail: parts[2]))
        }
        let total = try ask(
            """
            select sum(c.microseconds) > 0 from admin.attempt_checks c
            join admin.attempts a on a.id = c.attempt where a.request_id = '\(id)'
            """)
        #expect(total == "t", "how long it took is measured")
        return (attempt, lines)
    }

    private func provision(_ card: String, _ body: [UInt8]) throws -> RawAnswer {
        try server.provision(server.card(card), token: server.alice, body: body)
    }

    @Test func `refused before the certificates: the body's line alone`() throws {
        let (attempt, lines) = try record(try provision("active_visa", Array("{}".utf8)))
        #expect(attempt == "refused APPLE_PAY_INVALID_DATA missing_field card")
        #expect(lines == [Line(rule: "body", verdict: "refused", detail: "")])
    }

    @Test func `refused by a rule about the chain: each rule up to that one, and what it found`() throws {
        let now = Int64(Date().timeIntervalSince1970)
        let pki = server.fixtures.pki!
        func key(_ path: String?) throws -> SimulatedKey {
            try SimulatedKey(privateKeyPEM: String(contentsOfFile: path!, encoding: .utf8))
        }
        var leaf = try SimulatedPKI.leafTemplate(
            now: now, key: try key(pki.leafKey), issuer: try key(pki.intermediateKey))
        leaf.extensions.removeAll { $0.oid == ExtensionIdentifier.leafMarker }
        var request = try server.phone().request()
        request.certificates[0] = try leaf.issue(for: try key(pki.leafKey), by: try key(pki.intermediateKey))

        let (attempt, lines) = try record(try provision("active_visa", request.json()))
        #expect(attempt == "refused APPLE_PAY_INVALID_DATA certificate_wrong_kind card")
        #expect(lines.map(\.rule) == ["body"] + Self.trust.prefix(8))
        #expect(lines.dropLast().allSatisfy { $0.verdict == "passed" })
        #expect(lines.last == Line(rule: "C08", verdict: "refused", detail: "a leaf without the marker"))
    }

    @Test func `refused by the nonce's signature: every rule passed, and it did not`() throws {
        var request = try server.phone().request()
        request.nonceSignature[10] ^= 1
        let (attempt, lines) = try record(try provision("active_visa", request.json()))
        #expect(attempt == "refused APPLE_PAY_INVALID_DATA nonce_signature_invalid card")
        #expect(lines.map(\.rule) == Self.judged)
        #expect(lines.filter { $0.verdict != "passed" }.map(\.rule) == ["nonce_signature"])
    }

    @Test(arguments: [("frozen", "card_frozen"), ("program_disabled", "program_disabled")])
    func `refused in the database: its line says why`(card: String, reason: String) throws {
        let (attempt, lines) = try record(try provision(card, try server.phone().request().json()))
        #expect(attempt == "refused APPLE_PAY_NOT_AVAILABLE \(reason) card")
        #expect(lines.map(\.rule) == Self.judged + ["authorise"])
        #expect(lines.last == Line(rule: "authorise", verdict: "refused", detail: reason))
    }

    @Test func `another's card: the caller's attempt, and no card is named`() throws {
        let answer = try server.provision(
            server.card("active_visa", of: "bob"), token: server.alice,
            body: try server.phone().request().json())
        let (attempt, lines) = try record(answer)
        #expect(attempt == "refused CARD_NOT_FOUND card_not_found no card")
        #expect(lines.last == Line(rule: "authorise", verdict: "refused", detail: "card_not_found"))
    }

    @Test func `authorised: everything up to the database's word, and nothing failed after it`() throws {
        let answer = try provision("active_visa", try server.phone().request().json())
        #expect(answer.status == 200)
        let (attempt, lines) = try record(answer)
        #expect(attempt == "authorised card")
        #expect(lines.map(\.rule) == Self.judged + ["authorise"])
        #expect(lines.allSatisfy { $0.verdict == "passed" && $0.rule != "vault" })
    }

    @Test func `failed after: what was done since is added, with what did not work`() throws {
        let card = server.card("active_mastercard")
        let before = try server.database.sql("select sealed_pan from vault.cards where id = '\(card)'")
        defer {
            _ = try? server.database.sql(
                "update vault.cards set sealed_pan = '\(before)' where id = '\(card)'")
        }
        try server.database.sql(
            """
            update vault.cards set sealed_pan = set_byte(sealed_pan, 80, get_byte(sealed_pan, 80) # 1)
            where id = '\(card)'
            """)
        let answer = try provision("active_mastercard", try server.phone().request().json())
        #expect(answer.status == 502)
        let (attempt, lines) = try record(answer)
        #expect(attempt == "failed APPLE_PAY_PROVISIONING_FAILED vault_cannot_open card")
        #expect(lines.map(\.rule) == Self.judged + ["authorise", "vault"])
        #expect(lines.last == Line(rule: "vault", verdict: "failed", detail: "does not open"))
        #expect(lines.dropLast().allSatisfy { $0.verdict == "passed" })
    }
}
