import Foundation
import HTTP
import Provisioning
import Testing

@testable import IssuerAPI

private let id = UUID(uuidString: "7D1A2F6E-6B1C-4A55-9D0E-0C5F3C1D2E3F")!

private func text(_ answer: Answer) -> String { String(decoding: answer.body, as: UTF8.self) }

@Test func `a provisioning answer has exactly its three members, base64 without line breaks`() {
    let answer = Answer(
        ProvisioningAnswer(
            activationData: [1], encryptedPassData: [UInt8](repeating: 0xff, count: 60),
            ephemeralPublicKey: [2, 3]))
    #expect(answer.status == 200)
    #expect(
        text(answer) == #"{"activation_data":"AQ==","encrypted_pass_data":""#
            + String(repeating: "/", count: 80) + #"","ephemeral_public_key":"AgM="}"#)
}

@Test func `an error has its four members and the headers of its kind`() {
    let answer = Answer(
        Problem(.callerAllowance, "Slow down.", retryAfter: 6), requestID: id)
    #expect(
        text(answer) == #"{"error":"TOO_MANY_REQUESTS","message":"Slow down.","reason":"caller_allowance","#
            + #""request_id":"7d1a2f6e-6b1c-4a55-9d0e-0c5f3c1d2e3f"}"#)
    let fields = answer.response(requestID: id).fields.map {
        "\($0.name): \(String(decoding: $0.value, as: UTF8.self))"
    }
    #expect(
        fields == [
            "Content-Type: application/json", "Cache-Control: no-store",
            "X-Request-Id: 7d1a2f6e-6b1c-4a55-9d0e-0c5f3c1d2e3f", "Retry-After: 6",
        ])
}

@Test func `a card has the published fields and what PassKit's configuration needs`() throws {
    let card = CardSummary(
        id: id, lastFour: "1111", status: .frozen, virtual: true, activatedAt: 1_700_000_000,
        cardholderName: "A \"B\" \u{1}é", localizedDescription: "Card", network: .visa, refusal: .cardFrozen)
    #expect(
        text(CardAnswer.one(card))
            == #"{"id":"7d1a2f6e-6b1c-4a55-9d0e-0c5f3c1d2e3f","cardToken":"7d1a2f6e-6b1c-4a55-9d0e-0c5f3c1d2e3f","#
            + #""lastFourDigits":"1111","activatedAt":"2023-11-14T22:13:20Z","virtual":true,"statusCode":1062,"#
            + #""statusName":"Restricted","status":"frozen","applePay":{"eligible":false,"reason":"card_frozen","#
            + #""cardholderName":"A \"B\" \u0001é","primaryAccountSuffix":"1111","localizedDescription":"Card","#
            + #""paymentNetwork":"visa","encryptionScheme":"ECC_V2"}}"#)
    #expect(text(CardAnswer.list([])) == "[]")
}

@Test(arguments: [
    ("application/json", true), ("application/json; charset=utf-8", true),
    ("Application/JSON;charset=\"UTF-8\"", true),
    ("application/json; charset=latin1", false), ("application/json;", false), ("text/json", false),
    ("", false),
    ("application/json; charset=utf-8; x=y", false), ("application/jsonx", false),
])
func `the media type is JSON in UTF-8`(value: String, good: Bool) {
    let head = HTTPHead(method: "POST", target: "/", fields: [HTTPField("content-type", value)])
    #expect(((try? MediaType.check(head)) != nil) == good)
}

@Test func `a body without a type, with two, or compressed is refused`() {
    let type = HTTPField("content-type", "application/json")
    for fields in [[], [type, type], [type, HTTPField("content-encoding", "gzip")]] {
        let head = HTTPHead(method: "POST", target: "/", fields: fields)
        #expect(throws: Problem.self) { try MediaType.check(head) }
    }
    let identity = HTTPHead(
        method: "POST", target: "/", fields: [type, HTTPField("content-encoding", "Identity")])
    #expect(throws: Never.self) { try MediaType.check(identity) }
}

@Test(arguments: [
    (CardStatus.active, 1000), (.notActivated, 1062), (.frozen, 1062), (.blocked, 1062), (.closed, 1009),
    (.lost, 1041), (.stolen, 1043), (.expired, 1054),
])
func `each status has its published code`(status: CardStatus, code: Int) {
    let card = CardSummary(
        id: id, lastFour: "1111", status: status, virtual: false, activatedAt: nil, cardholderName: "A",
        localizedDescription: "Card", network: .mastercard, refusal: nil)
    #expect(text(CardAnswer.one(card)).contains("\"statusCode\":\(code),"))
    #expect(text(CardAnswer.one(card)).contains("\"activatedAt\":null,"))
    #expect(text(CardAnswer.one(card)).contains("\"eligible\":true,\"reason\":null,"))
}
