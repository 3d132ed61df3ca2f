import Foundation
import TestSupport
import Testing
import Wallet

@Suite struct AddReportTests {
    private func plain(_ report: AddReport, width: Int = 80) -> String {
        report.text(TextStyle(width: width, coloured: false))
    }

    @Test func `a card that is added looks like this`() {
        let signature = "nonceSignature"
        let expected = """
            Adding card ···· 1111 to an iPhone
            through http://issuer.example

              Phone ────────▶ Server      may this card be added?
                ✓ card configuration      eligible, visa, ···· 1111, ECC_V2

              Phone ────────▶ Server      certificates, nonce, signature
                ✓ nonce and signature     4 bytes, signature 64 bytes

              Phone ◀──────── Server      200 in 12 ms
                ✓ answer                  200, application/json
                ✓ not cached              Cache-Control: no-store
                ✓ members                 the three, canonical base64

              Phone ────────▶ Apple       encrypted pass data, ephemeral public key
                ✓ ephemeral public key    65 bytes, a point on P-256
                ✓ encrypted pass data     opens: ECDH, KDF, AES-256-GCM
                ✓ payload                 JSON in UTF-8, 259 bytes
                ✓ primaryAccountNumber    ···· 1111, the card's
                ✓ expiration              12/30, the card's
                ✓ name                    as embossed
                ✓ nonce                   the 4 bytes sent, lower-case hex
                ✓ \(signature)          the 64 bytes sent, lower-case hex
                ✓ other members           none

              Apple ────────▶ Network     activation data
                ✓ issuer one-time password
                                          ES256, this card and nonce, 300 s left

              ╭────────────────────────────────────────────────╮
              │          ╭──────────────────────────╮          │
              │          │ VISA                     │          │
              │          │                          │          │
              │          │                ···· 1111 │          │
              │          ╰──────────────────────────╯          │
              │                                                │
              │                   Card Added                   │
              │              Ready for Apple Pay.              │
              ╰────────────────────────────────────────────────╯

              request id r-1
            """
        #expect(plain(HonestIssuer().add()) == expected)
    }

    private func refused() -> AddReport {
        var issuer = HonestIssuer()
        issuer.wire = {
            $0.status = 409
            $0.body = Array(
                #"{"error":"APPLE_PAY_NOT_AVAILABLE","message":"The card is frozen.","reason":"card_frozen"}"#
                    .utf8)
        }
        return issuer.add(device: .watch)
    }

    @Test func `a card that is refused looks like this on a narrow terminal`() {
        let expected = """
            Adding card ···· 1111 to an Apple Watch
            through http://issuer.example

              Phone ────▶ Server
                  may this card be added?
                ✓ card configuration
                  eligible, visa, ···· 1111,
                  ECC_V2

              Phone ────▶ Server
                  certificates, nonce, signature
                ✓ nonce and signature
                  4 bytes, signature 64 bytes

              Phone ◀──── Server
                  409 in 12 ms
                ✗ answer
                  409 APPLE_PAY_NOT_AVAILABLE
                  (card_frozen)

              ╭────────────────────────────────╮
              │       Could Not Add Card       │
              │   Try again later or contact   │
              │   your card issuer for more    │
              │          information.          │
              ╰────────────────────────────────╯

              The server says: The card is
              frozen.
              request id r-1

              First wrong
              Server, answer: 409
              APPLE_PAY_NOT_AVAILABLE
              (card_frozen)

              What to do
              → The card's state forbids it: see
                the verbs for cards in
                db/README.md.
            """
        #expect(plain(refused(), width: 36) == expected)
    }

    @Test(arguments: [20, 36, 40, 60, 80, 110])
    func `no line is wider than the terminal`(width: Int) {
        for report in [HonestIssuer().add(), refused()] {
            let lines = plain(report, width: width).split(separator: "\n")
            // Below 40 columns a check's own name decides.
            #expect(lines.allSatisfy { $0.count <= max(width, 40) }, "\(lines.map(\.count).max() ?? 0)")
        }
    }

    @Test func `colours are there when asked for, and change nothing else`() {
        let report = refused()
        let coloured = report.text(TextStyle(width: 80, coloured: true))
        #expect(coloured.contains("\u{1b}[31;1m"))
        #expect(!plain(report).contains("\u{1b}"))
        #expect(coloured.replacing(/\u{1b}\[[0-9;]*m/, with: "") == plain(report))
    }

    @Test func `machines get one object with every check`() throws {
        let text = HonestIssuer().add().json()
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object["added"] as? Bool == true)
        #expect(object["last_four"] as? String == "1111")
        #expect(object["status"] as? Int == 200)
        #expect(object["request_id"] as? String == "r-1")
        let checks = try #require(object["checks"] as? [[String: String]])
        #expect(checks.count == 15)
        #expect(checks.allSatisfy { Set($0.keys) == ["party", "check", "verdict", "reason"] })
    }

    @Test func `no report holds a card number, a nonce, a token or a payload`() throws {
        var issuer = HonestIssuer()
        let heard = Heard()
        issuer.wire = { answer in heard.body = answer.body }
        var mistaken = issuer
        mistaken.payload = { $0 = $0.replacingOccurrences(of: "4111111111111111", with: "5555555555554444") }
        for report in [issuer.add(), mistaken.add(), refused()] {
            for text in [plain(report), report.json(), "\(report)"] {
                for secret in ["411111111111", "555555555555", "token\"", "Zoë"] {
                    #expect(!text.contains(secret), "\(secret)")
                }
                let answer = String(decoding: heard.body, as: UTF8.self)
                for part in answer.split(separator: "\"") where part.count > 30 {
                    #expect(!text.contains(part))
                }
            }
        }
    }

    private final class Heard: @unchecked Sendable { var body: [UInt8] = [] }

    @Test func `a test number prints as its last four digits, whoever prints it`() {
        let details = HonestIssuer.details
        var dumped = ""
        dump(details, to: &dumped)
        for text in ["\(details)", String(reflecting: details), "\([details.pan])", dumped] {
            #expect(!text.contains("411111111111"), "\(text)")
        }
    }

    @Test func `a server's own text cannot steer the terminal or smuggle a card number`() throws {
        let hostile =
            #"{"error":"A\u001b[2J\u202e\n","reason":"4111111111111111","message":"\#(String(repeating: "m", count: 500))"}"#
        let answer = IssuerAnswer(status: 400, headers: [:], body: Array(hostile.utf8), milliseconds: 1)
        let problem = try #require(IssuerProblem(answer))
        #expect(problem.error == #"A\x1b[2J\x202e\x0a"#)
        #expect(problem.reason == "‹16 digits›")
        #expect(problem.message?.count == 200)
    }

    @Test(arguments: [
        ("4111 1111 1111 1111", "‹16 digits›"), ("41111111-11111111", "‹16 digits›"),
        (
            "Bearer eyJhbGciOiJFUzI1NiJ9AAAA.eyJzdWIiOiJhbGljZSJ9AAAA.c2lnbmF0dXJlMTIzNDU2Nzg5MDEyMzQ1 here",
            "Bearer ‹24 characters›.‹24 characters›.‹32 characters› here"
        ),
        ("card a11ce000-0000-4000-8000-000000000001", "card a11ce000-0000-4000-8000-000000000001"),
        ("2026-12-01T07:20:00Z", "2026-12-01T07:20:00Z"),
    ])
    func `what a server echoes is shown by its kind where it may be secret, and as it is where not`(
        text: String, shown: String
    ) throws {
        let echo = Array(#"{"error":"X","message":"\#(text)"}"#.utf8)
        let answer = IssuerAnswer(status: 400, headers: [:], body: echo, milliseconds: 1)
        #expect(try #require(IssuerProblem(answer)).message == shown)
    }
}
