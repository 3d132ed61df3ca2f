import Foundation
import TestSupport
import Testing
import Wallet

extension AddReport {
    /// The checks that failed, with their reasons.
    fileprivate var failures: [String] {
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

    private static let payloads: [(String, @Sendable (inout String) -> Void)] = [
        ("payload: is not one flat JSON object in UTF-8: JSON syntax", { $0 = String($0.dropFirst()) }),
        (
            "payload: is not one flat JSON object in UTF-8: a JSON name stands twice",
            { $0 = $0.replacingOccurrences(of: #""expiration""#, with: #""name":"x","expiration""#) }
        ),
        (
            "primaryAccountNumber: is not the card's: ends in 4444, not 1111",
            { $0 = $0.replacingOccurrences(of: "4111111111111111", with: "5555555555554444") }
        ),
        (
            "primaryAccountNumber: is not the card's: the last four digits alone agree",
            { $0 = $0.replacingOccurrences(of: "4111111111111111", with: "411111111111111") }
        ),
        (
            "primaryAccountNumber: has something other than digits in it",
            { $0 = $0.replacingOccurrences(of: "4111111111111111", with: "4111 1111 1111 1111") }
        ),
        (
            "primaryAccountNumber: is not a JSON string",
            { $0 = $0.replacingOccurrences(of: #""4111111111111111""#, with: "4111111111111111") }
        ),
        (
            "primaryAccountNumber: has 11 digits",
            { $0 = $0.replacingOccurrences(of: "4111111111111111", with: "41111111111") }
        ),
        ("expiration: is not in the form MM/YY", { $0 = $0.replacingOccurrences(of: "12/30", with: "1230") }),
        (
            "expiration: is 30/12, and the card's is 12/30",
            { $0 = $0.replacingOccurrences(of: "12/30", with: "30/12") }
        ),
        ("name: is not the name on the card", { $0 = $0.replacingOccurrences(of: "Zoë", with: "Zoe") }),
        (
            "name: is not the name on the card",
            { $0 = $0.replacingOccurrences(of: "Zo\u{eb}", with: "Zoe\u{308}") }
        ),
        ("name: is missing", { $0 = $0.replacingOccurrences(of: #""name""#, with: #""Name""#) }),
        ("nonce: is missing", { $0 = $0.replacingOccurrences(of: #""nonce""#, with: #""Nonce""#) }),
        (
            "nonceSignature: is missing",
            { $0 = $0.replacingOccurrences(of: #""nonceSignature""#, with: #""nonce_signature""#) }
        ),
        (
            "other members: 1 that configuration 1 does not have",
            { $0 = $0.replacingOccurrences(of: #""nonce""#, with: #""version":"1","nonce""#) }
        ),
    ]

    @Test(arguments: payloads.indices)
    func `a pass with one wrong field is told by that field`(index: Int) {
        let (reason, twist) = Self.payloads[index]
        var issuer = HonestIssuer()
        issuer.payload = twist
        let report = issuer.add()
        #expect(!report.added)
        #expect(report.failures.first(where: { $0 == reason }) != nil, "\(report.failures)")
    }

    private static let spellings: [(String, @Sendable ([UInt8]) -> String)] = [
        ("is upper-case hex", { $0.hex.uppercased() }),
        ("is base64, and should be hex", { Base64.encode($0) }),
        ("is not the lower-case hex of the bytes that the phone sent", { "00" + $0.hex }),
    ]

    @Test(arguments: spellings.indices)
    func `a nonce in another spelling is told by it`(index: Int) {
        let (reason, spell) = Self.spellings[index]
        // A nonce without a letter would have no upper case.
        let request = PassRequest(
            certificates: [], nonce: [0xab, 1, 2, 3], nonceSignature: [0xcd], device: .watch, appVersion: "1",
            productType: nil)
        let text = """
            {"primaryAccountNumber":"4111111111111111","expiration":"12/30","name":"n",\
            "nonce":"\(spell(request.nonce))","nonceSignature":"\(spell(request.nonceSignature))"}
            """
        let expected = PassContents.Expectation(
            details: nil, lastFour: "1111", cardholderName: "n", network: "visa", request: request)
        let findings = PassContents.findings(in: Array(text.utf8), expecting: expected)
        #expect(findings.filter { $0.verdict == .failed }.map(\.reason) == [reason, reason])
    }

    @Test func `a Mastercard pass carries the product type that was asked for`() throws {
        let request = PassRequest(
            certificates: [], nonce: [1], nonceSignature: [2], device: .watch, appVersion: "1",
            productType: "GOLD")
        let expected = PassContents.Expectation(
            details: nil, lastFour: "4444", cardholderName: "n", network: "mastercard", request: request)
        func verdict(_ extra: String) -> String {
            let text =
                #"{"primaryAccountNumber":"5555555555554444","expiration":"12/30","name":"n","nonce":"01","#
                + #""nonceSignature":"02"\#(extra)}"#
            let findings = PassContents.findings(in: Array(text.utf8), expecting: expected)
            return findings.first { $0.verdict == .failed }?.reason ?? "good"
        }
        #expect(verdict(#","productType":"GOLD","version":"1""#) == "good")
        #expect(
            verdict(#","productType":"SILVER","version":"1""#)
                == "productType is not the one that was asked for")
        #expect(verdict("") == "productType is not the one that was asked for")
        #expect(verdict(#","productType":"GOLD","version":"2""#) == #"version is not "1""#)
        #expect(verdict(#","productType":"GOLD","a":"b""#) == "1 that configuration 1 does not have")
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
            "answer: no answer within 20 s, which is when the phone gives up",
            { $0.silence = .timedOut(seconds: 20) }
        ),
        ("answer: the connection broke, or what came is not HTTP", { $0.silence = .brokenOff }),
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
