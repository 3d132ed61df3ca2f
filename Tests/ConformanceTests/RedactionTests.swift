import Foundation
import Testing
import Wallet

@testable import passwright_conformance

@Suite(.serialized) struct RedactionTests {
    /// What a server that repeats everything it is sent gets: the whole request, raw, in JSON, in headers, in
    /// hexadecimal, with a PAN beside it.
    private static func echo(_ request: [UInt8]) -> [UInt8] {
        let text = String(decoding: request, as: UTF8.self)
        let pan = TestDeployment.pan
        let spaced = "4111 1111 1111 1111"
        let object = [
            "error": text, "message": "\(pan) \(text)", "reason": String(text.suffix(3000)), "other": text,
        ]
        let body = try! JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
        let line = text.replacing("\r\n", with: " ").prefix(6000)
        return httpAnswer(
            ["200 OK", "400 Bad Request", "409 \(pan)"][request.count % 3], Array(body),
            headers: "Server: \(spaced) \(line)\r\nX-Echo: \(line)\r\nWWW-Authenticate: \(line)\r\n")
    }

    @Test func `nothing that is secret is in any report, whatever the server repeats`() throws {
        let seen = Requests()
        let server = HostileServer(
            .replies { request in
                seen.add(request)
                return RedactionTests.echo(request)
            })
        let test = try TestDeployment(server.address)
        // A third of them: every kind of case is among it, and what a case sends is like what its neighbours send.
        let cases = TestDeployment.sample.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element)
        let result = test.run(cases)
        let marks = try marks(in: seen.all, test)
        #expect(marks.count > 200)
        for (format, text) in reports(result) {
            #expect(kinds(of: marks, in: text) == [], "\(format)")
        }
    }

    @Test func `nothing that is secret is in the report of a server that keeps to the contract`() throws {
        // The pass of an honest server: what it holds is as secret as what was sent.
        let data = Base64.encode((0..<200).map { UInt8($0) })
        let server = HostileServer(
            .replies { _ in
                httpAnswer(
                    "200 OK",
                    Array(
                        #"{"activation_data":"\#(data)","encrypted_pass_data":"\#(data)","ephemeral_public_key":"\#(data)"}"#
                            .utf8))
            })
        let cases = Catalogue.cases.filter { [.payload, .activation].contains($0.group) }
        for (format, text) in reports(try TestDeployment(server.address).run(cases)) {
            #expect(!text.contains(data.prefix(24)), "\(format)")
        }
    }

    /// Which kinds of marks come up: every mark begins with 8 bytes, and those are looked up at every place.
    private func kinds(of marks: [(kind: String, mark: String)], in text: String) -> Set<String> {
        let known = Dictionary(grouping: marks.map { ($0.kind, Array($0.mark.utf8)) }) { $0.1.prefix(8) }
        let bytes = Array(text.utf8)
        var found: Set<String> = []
        for start in 0..<max(0, bytes.count - 7) {
            for (kind, mark) in known[bytes[start..<(start + 8)]] ?? []
            where bytes[start...].starts(with: mark) {
                found.insert(kind)
            }
        }
        return found
    }

    @Test func `the search for marks finds them`() {
        #expect(kinds(of: [("PAN", "4111111111111111")], in: "a 4111111111111111") == ["PAN"])
        #expect(kinds(of: [("PAN", "4111111111111111")], in: "a 411111111111111") == [])
    }

    /// Texts that must not come up: of every request its tokens' parts, certificates, nonces and signatures, in each
    /// spelling; the PAN.
    private func marks(in requests: [[UInt8]], _ test: TestDeployment) throws -> [(
        kind: String, mark: String
    )] {
        var marks = [("PAN", TestDeployment.pan), ("PAN", "4111 1111 1111 1111")]
        marks += TestDeployment.token.split(separator: ".").map { ("token", String($0)) }
        for request in requests {
            let text = String(decoding: request, as: UTF8.self)
            for match in text.matches(of: /"nonce":"([^"]+)"/) {
                marks += spellings("nonce", String(match.1), 4)
            }
            for match in text.matches(of: /"nonce_signature":"([^"]+)"/) {
                marks += spellings("signature", String(match.1), 24)
            }
            for match in text.matches(of: /[A-Za-z0-9+\/]{400,}/) {
                let base64 = String(match.output)
                // A body or a header of one letter is as long as a limit, and no secret.
                guard Set(base64).count > 20 else { continue }
                marks += [
                    ("certificate", String(base64.prefix(40))), ("certificate", String(base64.suffix(40))),
                ]
            }
        }
        return marks
    }

    private func spellings(_ kind: String, _ base64: String, _ least: Int) -> [(String, String)] {
        guard let bytes = Base64.decode(base64), bytes.count >= least else { return [] }
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return [(kind, base64), (kind, hex), (kind, hex.uppercased())]
    }

    @Test(arguments: [
        (
            "a card a11ce000-0000-4000-8000-000000000001 is one",
            "a card a11ce000-0000-4000-8000-000000000001 is one"
        ),
        ("at 2026-11-30T22:09:20Z", "at 2026-11-30T22:09:20Z"),
        ("4111111111111111", "‹16 digits›"),
        ("4111 1111 1111 1111.", "‹16 digits›."),
        ("4111-1111-1111-1111", "‹16 digits›"),
        ("x5555555555554444y", "x‹16 digits›y"),
        ("1234567", "1234567"),
        ("APPLE_PAY_PROVISIONING_UNAVAILABLE", "APPLE_PAY_PROVISIONING_UNAVAILABLE"),
        (
            "/cards/a11ce000-0000-4000-8000-000000000001/apple-pay/provisioning",
            "/cards/a11ce000-0000-4000-8000-000000000001/apple-pay/provisioning"
        ),
        ("c2lnbmF0dXJlLW9mLXRoZS10b2tlbg", "‹30 characters›"),
        ("MIIBszCCAVmgAwIBAgIUZ/h3Kx9d+oY7pQ==", "‹36 characters›"),
        ("a\u{1b}[31mb\u{202e}", "a\\x1b[31mb\\x202e"),
    ])
    func `what looks secret goes, and what a reader needs stays`(text: String, shown: String) {
        #expect(Redactor().text(text) == shown)
    }

    @Test(arguments: [
        (
            #"{"app_version":"1.0","certificates":["QUJD","QUJD"],"nonce":"QUJD"}"#,
            """
            {
              "app_version":"1.0",
              "certificates":["‹certificate, 3 bytes›","‹certificate, 3 bytes›"],
              "nonce":"‹nonce, 3 bytes›"
            }
            """
        ),
        (
            #"{"applePay":{"eligible":true,"reason":null}}"#,
            """
            {
              "applePay":{
                "eligible":true,
                "reason":null
              }
            }
            """
        ),
        (#"{"pan":"4111111111111111""#, "{\n  \"pan\":\"‹text, 16 bytes›\""),
        (#"{"4111111111111111":4111111111111111}"#, "{\n  \"‹name, 16 bytes›\":‹16 digits›\n}"),
        ("\"\\\"", "\"‹text, 1 bytes›\""), ("[1,2", "[1,2"), ("}", "}"), ("", ""),
    ])
    func `a body is shown by what may be shown, JSON or not`(body: String, shown: String) {
        #expect(WireText(redactor: Redactor()).body(Array(body.utf8)) == shown)
    }

    @Test func `what is known to be secret goes in every spelling, however short`() {
        var redactor = Redactor()
        redactor.hide([0xde, 0xad, 0xbe, 0xef], as: "nonce")
        #expect(
            redactor.text("deadbeef DEADBEEF 3q2+7w== 3q2-7w")
                == Array(repeating: "‹nonce, 4 bytes›", count: 4).joined(separator: " "))
    }
}

private final class Requests: @unchecked Sendable {
    private let lock = NSLock()
    private var requests: [[UInt8]] = []
    var all: [[UInt8]] { lock.withLock { requests } }
    func add(_ request: [UInt8]) { lock.withLock { requests.append(request) } }
}
