import Testing
import Wallet

@Suite struct MastercardTAVTests {
    private static let rsa = try! SimulatedKey(.rsa(bits: 2048))

    private func tav(
        version: String = "3", until: String = "2026-06-01T00:30:00Z", order: String? = nil,
        signed: String? = nil, algorithm: String = "RSA-SHA256", extra: String = "",
        network: String? = "mastercard"
    ) throws -> Finding {
        let right =
            version == "4"
            ? "dataValidUntilTimestamp|accountNumber|accountExpiry"
            : "accountNumber|accountExpiry|dataValidUntilTimestamp"
        let message =
            signed
            ?? (version == "4" ? "\(until)|5555555555554444|1230" : "5555555555554444|1230|\(until)")
        let signature = Base64.encode(try Self.rsa.sign(Array(message.utf8), .sha256))
        let alias = version == "4" ? #""keyAlias":"k1","# : ""
        let json = """
            {"version":"\(version)",\(alias)"signatureAlgorithm":"\(algorithm)","dataValidUntilTimestamp":"\(until)",\
            "includedFieldsInOrder":"\(order ?? right)",\(extra)"signature":"\(signature)"}
            """
        return PaymentNetwork(mastercardKey: Self.rsa).finding(
            in: Array(json.utf8), ActivationCase.question(network))
    }

    @Test(arguments: ["3", "4"])
    func `a TAV over exactly the documented text is good`(version: String) throws {
        #expect(try tav(version: version).reason == "version \(version), RSA-SHA256, 1800 s left")
        #expect(try tav(version: version, until: "2026-06-01T02:30:00.123+02:00").verdict == .passed)
    }

    @Test func `a TAV is good until its time, and for 30 days at most`() throws {
        #expect(try tav(until: "2026-06-01T00:00:01Z").verdict == .passed)
        #expect(try tav(until: "2026-06-01T00:00:00Z").reason == "has expired")
        #expect(try tav(until: "2026-07-01T00:00:00Z").verdict == .passed)
        #expect(try tav(until: "2026-07-01T00:00:01Z").reason == "is valid for more than 30 days")
        #expect(try tav(until: "tomorrow").reason.contains("RFC 3339"))
    }

    @Test func `a TAV with one thing wrong is refused`() throws {
        #expect(try tav(version: "2").reason.contains("neither"))
        #expect(
            try tav(order: "accountNumber|dataValidUntilTimestamp").reason.contains("includedFieldsInOrder"))
        #expect(try tav(algorithm: "RSA-SHA1").reason.contains("signatureAlgorithm"))
        #expect(try tav(extra: #""keyAlias":"k","#).reason.contains("members"))
        #expect(
            try tav(signed: "5555555555554444|12/30|2026-06-01T00:30:00Z").reason.contains("does not verify"))
        #expect(
            try tav(signed: "5555555555554445|1230|2026-06-01T00:30:00Z").reason.contains("does not verify"))
        #expect(
            try tav(signed: "2026-06-01T00:30:00Z|5555555555554444|1230").reason.contains("does not verify"))
        #expect(try tav(network: "visa").reason.contains("another network's"))
    }

    @Test func `a TAV has 2048 characters of base64 at most`() throws {
        let room = try #require(
            (0..<2000).reversed().first { try! length(spaces: $0) <= 2048 })
        #expect(try tav(extra: String(repeating: " ", count: room)).verdict == .passed)
        #expect(try tav(extra: String(repeating: " ", count: room + 3)).reason.contains("longer than 2048"))
    }

    /// Base64 characters of a TAV of version 3 with so many spaces in it, its signature having 344 characters.
    private func length(spaces: Int) throws -> Int {
        let json =
            #"{"version":"3","signatureAlgorithm":"RSA-SHA256","dataValidUntilTimestamp":"2026-06-01T00:30:00Z","#
            + #""includedFieldsInOrder":"accountNumber|accountExpiry|dataValidUntilTimestamp","signature":""}"#
        return (json.utf8.count + 344 + spaces + 2) / 3 * 4
    }
}
