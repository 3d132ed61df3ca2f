import Foundation
import TestSupport
import Testing
import Wallet

@Suite struct PassContentsTests {
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
}
