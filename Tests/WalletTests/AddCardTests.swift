import Foundation
import Testing
import Wallet

extension AddReport {
    /// The checks that failed, with their reasons.
    var failures: [String] {
        findings.filter { $0.verdict == .failed }.map { "\($0.check): \($0.reason)" }
    }
}

@Suite struct AddCardTests {
    @Test(arguments: Phone.Device.allCases, Phone.SignatureForm.allCases)
    func `an honest server's card is added`(device: Phone.Device, form: Phone.SignatureForm) {
        let report = HonestIssuer().add(device: device, form: form)
        #expect(report.added)
        #expect(report.failures.isEmpty)
        #expect(report.findings.allSatisfy { $0.verdict == .passed })
        #expect(Set(report.findings.map(\.party)) == Set(Finding.Party.allCases))
        #expect(report.phoneTitle == "Card Added")
    }

    @Test func `the phone sends what the contract asks for and a new nonce each time`() throws {
        let pki = HonestIssuer.pki
        let phone = Phone(certificates: pki.certificates, leafKey: pki.leafKey, device: .watch)
        let request = try phone.request()
        #expect(request.nonce.count == 4)
        #expect(try phone.request().nonce != request.nonce)
        let body = try #require(
            try JSONSerialization.jsonObject(with: Data(request.json())) as? [String: Any])
        #expect(
            Set(body.keys) == [
                "certificates", "nonce", "nonce_signature", "device_type", "app_version",
            ])
        #expect(body["certificates"] as? [String] == pki.certificates.map(Base64.encode))
        #expect(body["device_type"] as? String == "watch")
        #expect(Base64.decode(body["nonce"] as? String ?? "") == request.nonce)
        let signature = try #require(Base64.decode(body["nonce_signature"] as? String ?? ""))
        #expect(signature.count == 64)
        try pki.leafKey.verify(ECDSASignature(raw: signature).der, over: request.nonce, .sha256)
        let typed = try phone.request(productType: "GOLD").json()
        #expect(String(decoding: typed, as: UTF8.self).contains(#""product_type":"GOLD""#))
    }

    private static let answers: [(String, @Sendable (inout HonestIssuer) -> Void)] = [
        (
            "ephemeral public key: is 64 bytes, and should be 65: 04, X, Y",
            { $0.answer = { $0.ephemeralPublicKey.removeFirst() } }
        ),
        (
            "encrypted pass data: does not open with the leaf's key: wrong KDF, IV, key or a missing tag",
            { $0.answer = { $0.encryptedPassData[3] ^= 1 } }
        ),
        (
            "encrypted pass data: does not open with the leaf's key: wrong KDF, IV, key or a missing tag",
            { $0.sealing = { $0.iv = [UInt8](repeating: 0, count: 16) } }
        ),
        (
            "issuer one-time password: the signature does not verify with the issuer's key",
            {
                $0.sealing = {
                    let other = Base64.encodeURL([UInt8](repeating: 1, count: 64))
                    $0.activation = $0.activation.dropLast(86) + Array(other.utf8)
                }
            }
        ),
        ("members: the body is not one flat JSON object", { $0.wire = { $0.body = Array("<html>".utf8) } }),
        ("members: the body is not one flat JSON object", { $0.wire = { $0.body = [] } }),
        ("members: activation_data is missing", { $0.wire = { $0.body = Array("{}".utf8) } }),
        (
            "members: 1 more than the three members",
            { $0.wire = { $0.body = Array(#"{"x":1,"#.utf8) + $0.body.dropFirst() } }
        ),
        (
            "members: encrypted_pass_data is not canonical, padded base64",
            {
                $0.wire = {
                    $0.body = Array(
                        String(decoding: $0.body, as: UTF8.self).replacingOccurrences(
                            of: #"pass_data":""#, with: #"pass_data":"-"#
                        ).utf8)
                }
            }
        ),
        (
            "members: ephemeral_public_key is not a JSON string",
            {
                $0.wire = {
                    $0.body = Array(
                        #"{"activation_data":"","encrypted_pass_data":"","ephemeral_public_key":4}"#.utf8)
                }
            }
        ),
        (
            "answer: 200, but the body is text/html and not application/json",
            { $0.wire = { $0.headers["content-type"] = "text/html; charset=utf-8" } }
        ),
        (
            "answer: 200, but the body has no media type and not application/json",
            { $0.wire = { $0.headers["content-type"] = nil } }
        ),
        (
            "not cached: Cache-Control does not say no-store",
            { $0.wire = { $0.headers["cache-control"] = nil } }
        ),
        (
            "answer: 502 with text/html and no error in the contract's form",
            {
                $0.wire = {
                    $0.status = 502
                    $0.headers["content-type"] = "text/html"
                    $0.body = [60, 62]
                }
            }
        ),
        (
            "answer: 409 APPLE_PAY_NOT_AVAILABLE (card_frozen)",
            {
                $0.wire = {
                    $0.status = 409
                    $0.body = Array(
                        #"{"error":"APPLE_PAY_NOT_AVAILABLE","reason":"card_frozen","message":"m","request_id":"r"}"#
                            .utf8)
                }
            }
        ),
        (
            "answer: no answer within 20 s",
            { $0.silence = .late(seconds: 20, bytes: 0) }
        ),
        ("answer: the server closed the connection without an answer", { $0.silence = .cut(bytes: 0) }),
        (
            "card configuration: not eligible (card_frozen): the app would not offer it",
            {
                $0.configuration = $0.configuration.replacingOccurrences(
                    of: #"true,"reason":null"#, with: #"false,"reason":"card_frozen""#)
            }
        ),
        (
            "card configuration: primaryAccountSuffix is another card's",
            { $0.configuration = $0.configuration.replacingOccurrences(of: #""1111""#, with: #""2222""#) }
        ),
        (
            "card configuration: primaryAccountSuffix is not four digits",
            { $0.configuration = $0.configuration.replacingOccurrences(of: #""1111""#, with: #""111""#) }
        ),
        (
            "card configuration: paymentNetwork has no known spelling",
            { $0.configuration = $0.configuration.replacingOccurrences(of: "visa", with: "VISA") }
        ),
        (
            "card configuration: encryptionScheme is not ECC_V2",
            { $0.configuration = $0.configuration.replacingOccurrences(of: "ECC_V2", with: "RSA_V2") }
        ),
        (
            "card configuration: the answer has not what a PassKit configuration needs",
            { $0.configuration = "{}" }
        ),
        (
            "card configuration: 401 UNAUTHORIZED",
            {
                $0.configurationStatus = 401
                $0.configuration = #"{"error":"UNAUTHORIZED"}"#
            }
        ),
        (
            "card configuration: 404 CARD_NOT_FOUND",
            {
                $0.configurationStatus = 404
                $0.configuration = #"{"error":"CARD_NOT_FOUND"}"#
            }
        ),
    ]

    @Test(arguments: answers.indices)
    func `a server with one thing wrong is told by it`(index: Int) {
        let (reason, twist) = Self.answers[index]
        var issuer = HonestIssuer()
        twist(&issuer)
        let report = issuer.add()
        #expect(!report.added)
        #expect(report.phoneTitle == "Could Not Add Card")
        #expect(report.failures.contains(reason), "\(report.failures)")
    }

    @Test func `a server without a cards interface is excused where the fixtures know the card`() {
        var issuer = HonestIssuer()
        issuer.configurationStatus = 404
        issuer.configuration = #"{"error":"NOT_FOUND"}"#
        let known = issuer.add()
        #expect(known.added)
        #expect(known.findings.filter { $0.verdict == .skipped }.map(\.check) == ["card configuration"])
        let unknown = issuer.add(details: nil)
        #expect(!unknown.added)
        #expect(unknown.failures == ["card configuration: 404 NOT_FOUND"])
    }

    @Test func `without the card's details the pass is compared with what the server lists`() {
        let report = HonestIssuer().add(details: nil)
        #expect(report.added)
        #expect(report.findings.filter { $0.verdict == .skipped }.map(\.check) == ["expiration"])
        #expect(report.lastFour == "1111")
    }
}
