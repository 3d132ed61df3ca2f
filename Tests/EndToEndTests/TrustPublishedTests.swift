import Foundation
import TestSupport
import Testing

private let skipped = Comment(rawValue: "\(SharedData.missing); or \(notBuilt)")

private func has(_ path: String) -> Bool { SharedData.has(path) && builtBinary("passwright") != nil }

/// `trust explain` on Apple's own certificates, and on chains that are almost like them.
struct TrustPublishedTests {
    private struct ChainFile: Decodable {
        let pinned_root_b64: Data
        let cases: [Case]

        struct Case: Decodable {
            let id: String
            let certificates: [Data]
            let expect: String
        }
    }

    private func apple(_ leaf: String, at time: String) throws -> (code: Int32, document: Explained) {
        let files = ["\(leaf).pem", "apple-wwdr-ca-g2.pem"].map { SharedData.url("apple-pki/" + $0) }
        let chain = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        let root = SharedData.url("apple-pki/apple-root-ca-g3.pem").path
        let outcome = try explain(chain, ["--json", "--at", time, "--anchors", root])
        return (outcome.code, try JSONDecoder().decode(Explained.self, from: Data(outcome.output.utf8)))
    }

    @Test(
        .enabled(if: has("apple-pki/certs.json"), skipped),
        arguments: [
            ("leaf-uc6-prod-2018-2020", "2019-01-15"), ("leaf-uc6-prod-2020-2022", "2021-01-15"),
            ("leaf-uc6-prod-2022-2024", "2023-01-15"),
        ])
    func `Apple's own leaves are accepted`(leaf: String, time: String) throws {
        let (code, document) = try apple(leaf, at: time)
        #expect(code == 0 && document.accepted)
        #expect(document.rules.allSatisfy { $0.verdict == "passed" })
    }

    @Test(
        .enabled(if: has("apple-pki/certs.json"), skipped),
        arguments: [
            ("pp-seatgeek-2014-2016", "2015-06-01", ["C08", "C10", "C11"]),
            ("pp-spreedly-2021-2023", "2022-04-15", ["C08", "C10", "C11"]),
            ("pp-basistheory-rsa-2024-2026", "2025-01-15", ["C05", "C08", "C10", "C11"]),
        ])
    func `Apple's certificates of another kind are refused, and each rule that they break is named`(
        leaf: String, time: String, rules: [String]
    ) throws {
        let (code, document) = try apple("wrong-kind/\(leaf)", at: time)
        #expect(code == 1 && document.refusing == rules && document.refusal?.rule == rules[0])
    }

    @Test(.enabled(if: has("adversarial-chains/chains.json"), skipped))
    func `an adversarial chain gets the verdict that the server gives it`() throws {
        let file = try SharedData.json("adversarial-chains/chains.json", as: ChainFile.self)
        let folder = try TemporaryFolder()
        let root = folder.url.appendingPathComponent("root.pem")
        let base64 = file.pinned_root_b64.base64EncodedString(options: .lineLength64Characters)
        try Data("-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n".utf8).write(to: root)
        for test in file.cases {
            let body = try JSONSerialization.data(
                withJSONObject: ["certificates": test.certificates.map { $0.base64EncodedString() }])
            let outcome = try explain(
                String(decoding: body, as: UTF8.self), ["--at", "2026-06-01", "--anchors", root.path])
            // A body that is larger than what the server reads is no request.
            let codes: Set<Int32> =
                body.count > 65536 ? [2] : test.expect == "200" ? [0] : test.expect == "400" ? [1] : [0, 1]
            #expect(codes.contains(outcome.code), "\(test.id)")
            #expect((outcome.code == 1) == outcome.output.contains("refused by C"), "\(test.id)")
        }
    }
}
