import Foundation
import Provisioning
import TestSupport
import Testing

@testable import IssuerAPI

/// A good body as members of JSON text, one of which a test replaces or leaves out.
private struct Body {
    var members: [(String, String?)] = [
        ("certificates", #"["MAA=","MAA="]"#), ("nonce", #""AQIDBA==""#), ("nonce_signature", #""AQI=""#),
        ("device_type", #""mobile_phone""#), ("app_version", #""1.0""#),
    ]

    func with(_ name: String, _ value: String?) -> Body {
        var body = self
        body.members.removeAll { $0.0 == name }
        body.members.append((name, value))
        return body
    }

    var bytes: [UInt8] {
        let text = members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
        return Array("{\(text.joined(separator: ","))}".utf8)
    }

    func problem() -> Problem? {
        do throws(Problem) {
            _ = try ProvisioningBody(bytes)
            return nil
        } catch {
            return error
        }
    }

    /// The reason of the refusal, nil where the body is read.
    func reason() -> String? { problem().map { "\($0.reason.text)" } }
}

private func base64(_ count: Int) -> String {
    "\"\(Data(repeating: 7, count: count).base64EncodedString())\""
}

@Test func `a good body is read`() throws {
    let body = try ProvisioningBody(Body().with("product_type", "\"GOLD_1\"").bytes)
    #expect(body.certificates == [[0x30, 0x00], [0x30, 0x00]])
    #expect(body.nonce == [1, 2, 3, 4])
    #expect(body.nonceSignature == [1, 2])
    #expect(body.device == .mobilePhone)
    #expect(body.appVersion == "1.0")
    #expect(body.productType == "GOLD_1")
}

@Test(arguments: ["certificates", "nonce", "nonce_signature", "device_type", "app_version"])
func `a required member that is missing is named`(name: String) throws {
    let problem = try #require(Body().with(name, nil).problem())
    #expect("\(problem.reason.text)" == "missing_field")
    #expect("\(problem.message)".contains("field \(name) "))
}

@Test(
    arguments: [
        "certificates", "nonce", "nonce_signature", "device_type", "app_version", "product_type",
    ], ["null", "1", "true", "{}", "[1]", "\"\"", "\"é\""])
func `a member of another type or shape is invalid`(name: String, value: String) throws {
    let problem = try #require(Body().with(name, value).problem())
    #expect("\(problem.reason.text)" == "invalid_field")
    #expect("\(problem.message)".contains("field \(name) "))
}

@Test(arguments: [
    ("nonce", 0, false), ("nonce", 1, true), ("nonce", 32, true), ("nonce", 33, false),
    ("nonce_signature", 0, false), ("nonce_signature", 1, true), ("nonce_signature", 256, true),
    ("nonce_signature", 257, false),
])
func `lengths are taken up to their limit and not one past it`(name: String, count: Int, good: Bool) {
    #expect(Body().with(name, base64(count)).reason() == (good ? nil : "invalid_field"))
}

@Test(arguments: [
    "AQIDBA", "AQIDBA=", "AQIDBA= =", " AQIDBA==", "AQIDBA==\\n", "AQIDBB==", "_-8=", "====", "AQ==AQ==",
])
func `base64 is standard, padded and canonical`(text: String) {
    #expect(Body().with("nonce", "\"\(text)\"").reason() == "invalid_field")
}

@Test(arguments: [
    ("1", true), ("1.2.3+build_4-rc", true), ("a", true), (".1", false), ("-1", false), ("1 2", false),
    ("1/2", false), (String(repeating: "a", count: 50), true), (String(repeating: "a", count: 51), false),
    (String(repeating: "1", count: 11), true), (String(repeating: "1", count: 12), false),
    ("1.4111111111111111", false), ("11111111111.1", true),
])
func `an app version is short and has no run of digits that could be a PAN`(text: String, good: Bool) {
    #expect(Body().with("app_version", "\"\(text)\"").reason() == (good ? nil : "invalid_field"))
}

@Test(arguments: [
    ("GOLD", true), (String(repeating: "A", count: 64), true), (String(repeating: "A", count: 65), false),
    ("A-B", false), ("A B", false),
])
func `a product type is letters, digits and underscores`(text: String, good: Bool) {
    #expect(Body().with("product_type", "\"\(text)\"").reason() == (good ? nil : "invalid_field"))
}

@Test(
    arguments: [
        "pan", "PAN", "card_number", "cardNumber", "Card-Number", "primaryAccountNumber",
        "primary_account_number",
        "cvv", "CVC", "security_code", "securityCode", "pin", "p_i_n",
    ], ["1", "null", "\"\"", "{}"])
func `card credentials are refused before anything else is looked at`(name: String, value: String) {
    #expect(Body().with("nonce", nil).with(name, value).reason() == "card_credentials_refused")
}

@Test func `other members are ignored, and credentials below the top level are other members`() {
    #expect(Body().with("extra", "{\"pan\":[1,{\"cvv\":2}]}").with("panorama", "1").reason() == nil)
}

@Test(.enabled(if: SharedData.has("jsontestsuite/test_parsing"), "\(SharedData.missing)"))
func `every body of JSONTestSuite is a 400, and what is not JSON is called that`() throws {
    let folder = SharedData.url("jsontestsuite/test_parsing").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
    #expect(names.count == 318)
    for name in names {
        let bytes = try SharedData.bytes("jsontestsuite/test_parsing/\(name)")
        do throws(Problem) {
            _ = try ProvisioningBody(bytes)
            Issue.record("\(name) was read")
        } catch {
            #expect(error.code == .invalidData)
            if name.hasPrefix("n_") { #expect("\(error.reason.text)" == "malformed_json", "\(name)") }
        }
    }
}
