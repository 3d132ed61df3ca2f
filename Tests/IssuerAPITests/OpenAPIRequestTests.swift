import Foundation
import TestSupport
import Testing

@testable import IssuerAPI

private func base64(_ count: Int) -> String { Data(repeating: 7, count: count).base64EncodedString() }

/// A member's value and whether it is good.
private struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// JSON.
    let value: String
    let isGood: Bool

    init(_ name: String, json: String, _ isGood: Bool) {
        self.name = name
        self.value = json
        self.isGood = isGood
    }

    init(_ name: String, _ text: String, _ isGood: Bool) {
        self.init(name, json: "\"\(text.replacing("\n", with: "\\n"))\"", isGood)
    }

    var testDescription: String { "\(name) \(value.prefix(60))" }

    var body: [UInt8] {
        var members = [
            "certificates": "[\"\(base64(300))\",\"\(base64(8192))\"]", "nonce": "\"AQIDBA==\"",
            "nonce_signature": "\"AQI=\"", "device_type": "\"watch\"", "app_version": "\"1.0\"",
        ]
        members[name] = value
        return Array("{\(members.map { "\"\($0)\":\($1)" }.joined(separator: ","))}".utf8)
    }
}

private let cases: [Case] =
    [
        ("", false), ("AQIDBA", false), ("AQIDBA=", false), (" AQIDBA==", false), ("AQIDBA==\n", false),
        ("AQIDBB==", false), ("AQIDBAU=", true), ("AQIDBAV=", false), ("AQID", true), ("_-8=", false),
        ("====", false), ("AQ==AQ==", false),
    ].flatMap { [Case("nonce", $0, $1), Case("nonce_signature", $0, $1)] }
    + [1, 2, 3, 29, 30, 31, 32, 33, 34].map { Case("nonce", base64($0), $0 <= 32) }
    + [1, 2, 3, 254, 255, 256, 257, 258].map { Case("nonce_signature", base64($0), $0 <= 256) }
    + ["mobile_phone", "watch", "Watch", "", "phone", "watch\n"].map {
        Case("device_type", $0, ["mobile_phone", "watch"].contains($0))
    }
    + [
        ("1", true), ("1.2.3+build_4-rc", true), (".1", false), ("1 2", false), ("1\n", false), ("é", false),
        (String(repeating: "a", count: 50), true), (String(repeating: "a", count: 51), false),
        (String(repeating: "1", count: 11), true), (String(repeating: "1", count: 12), false),
        ("1.4111111111111111", false), ("11111111111.1", true), ("", false),
    ].map { Case("app_version", $0, $1) }
    + [
        ("GOLD_1", true), (String(repeating: "A", count: 64), true),
        (String(repeating: "A", count: 65), false),
        ("A-B", false), ("", false), ("A\n", false),
    ].map { Case("product_type", $0, $1) }
    + [
        "pan", "PAN", "card_number", "cardNumber", "Card-Number", "primaryAccountNumber", "cvv", "CVC",
        "securityCode", "pin", "p_i_n", "-pin-", "PIN", "CVV", "cvc", "CARD_NUMBER", "PRIMARY_ACCOUNT_NUMBER",
        "SECURITY_CODE", "P-A_N",
    ].map { Case($0, json: "1", false) }
    + ["panorama", "pi", "card", "spin", "pin1", "pín"].map { Case($0, json: "1", true) }
    + ["nonce", "nonce_signature", "device_type", "app_version", "product_type", "certificates"].flatMap {
        name in
        ["null", "1", "true", "{}", "[1]"].map { Case(name, json: $0, false) }
    }

struct OpenAPIRequestTests {
    @Test(arguments: cases)
    fileprivate func `a body is good to the schema if and only if it is to the server`(_ one: Case) throws {
        let bytes = one.body
        #expect(((try? ProvisioningBody(bytes)) != nil) == one.isGood)
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        #expect(try OpenAPIDocument.read.get().violations(inRequest: value).isEmpty == one.isGood)
    }

    @Test(arguments: [
        ([300, 300], true), ([299, 300], false), ([300, 299], false), ([8192, 300], true),
        ([8193, 300], false),
        ([301, 302], true), ([8191, 8190], true), ([300], false), ([300, 300, 300], true),
        ([300, 300, 300, 300], false), ([], false),
    ])
    func `the schema knows how many certificates there are, and their size`(sizes: [Int], isGood: Bool) throws
    {
        let list = sizes.map { "\"\(base64($0))\"" }.joined(separator: ",")
        let body = Case("certificates", json: "[\(list)]", isGood).body
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(body))
        #expect(try OpenAPIDocument.read.get().violations(inRequest: value).isEmpty == isGood)
    }

    @Test(arguments: ["certificates", "nonce", "nonce_signature", "device_type", "app_version"])
    func `a member that the server needs is one that the schema requires`(name: String) throws {
        let whole = Case("nonce", "AQ==", true).body
        guard case .object(var members) = try JSONDecoder().decode(JSONValue.self, from: Data(whole)) else {
            return
        }
        members[name] = nil
        #expect(try OpenAPIDocument.read.get().violations(inRequest: .object(members)).count == 1)
    }
}
