import Foundation
import TestSupport
import Testing
import Wallet

/// What `trust explain --json` printed.
struct Explained: Decodable {
    struct Rule: Decodable {
        let rule, verdict, expected, found: String
        let reason: String?
    }
    struct Refusal: Decodable {
        let rule, error, reason: String
        let status: Int
    }
    struct Unasked: Decodable { let rules, why: String }

    let at: String
    let accepted: Bool
    let refusal: Refusal?
    let rules: [Rule]
    let not_asked: [Unasked]

    var refusing: [String] { rules.filter { $0.reason != nil }.map(\.rule) }
}

/// Runs `trust explain` without any setting but these.
func explain(
    _ input: String, _ arguments: [String], environment: [String: String] = [:]
) throws -> ProgramOutcome {
    try runProgram(
        #require(builtBinary("passwright")), ["trust", "explain"] + arguments, input: Array(input.utf8),
        environment: environment)
}

@Suite(.enabled(if: builtBinary("passwright") != nil, "\(notBuilt)"))
struct TrustCommandTests {
    // 2026-06-01T12:00:00Z
    private static let now: Int64 = 1_780_315_200
    private static let at = ["--at", "2026-06-01T12:00:00Z"]
    private static let everyRule = (1...12).map { "C" + ($0 < 10 ? "0" : "") + String($0) }

    private let folder: TemporaryFolder
    private let pki: SimulatedPKI
    private let root: String

    init() throws {
        folder = try TemporaryFolder()
        pki = try SimulatedPKI.make(
            now: Self.now, intermediate: { $0.serial = [0x44] }, leaf: { $0.serial = [0x11] })
        root = folder.url.appendingPathComponent("root.pem").path
        try Data(PEM.certificate(pki.root).utf8).write(to: URL(fileURLWithPath: root))
    }

    private func pem(_ chain: [[UInt8]]) -> String { chain.map { PEM.certificate($0) }.joined() }

    private func explained(
        _ chain: [[UInt8]], _ more: [String] = [], environment: [String: String] = [:]
    ) throws -> (code: Int32, document: Explained) {
        let outcome = try explain(
            pem(chain), Self.at + ["--anchors", root, "--json"] + more, environment: environment)
        let document = try JSONDecoder().decode(Explained.self, from: Data(outcome.output.utf8))
        return (outcome.code, document)
    }

    @Test func `a good chain passes each rule, and C13 is said not to be asked`() throws {
        let (code, document) = try explained(pki.certificates)
        #expect(code == 0 && document.accepted && document.refusal == nil)
        #expect(document.at == "2026-06-01T12:00:00Z")
        #expect(document.rules.map(\.rule) == Self.everyRule)
        #expect(document.rules.allSatisfy { $0.verdict == "passed" && !$0.expected.isEmpty })
        #expect(document.not_asked.map(\.rules) == ["C13"])
    }

    @Test func `a chain is read in PEM, as a request's body, as the wallet keeps it and as lines of base64`()
        throws
    {
        let lines = pki.certificates.map { Data($0).base64EncodedString() }
        let body = try JSONSerialization.data(withJSONObject: ["certificates": lines, "nonce": "AAAA"])
        let kept = try JSONSerialization.data(
            withJSONObject: ["request": String(decoding: body, as: UTF8.self), "status": 200, "answer": "{}"])
        let forms = [
            String(decoding: kept, as: UTF8.self), "s:/CN=leaf\n" + pem(pki.certificates),
            String(decoding: body, as: UTF8.self),
            lines.joined(separator: "\r\n") + "\n",
        ]
        for form in forms {
            let outcome = try explain(form, Self.at + ["--anchors", root])
            #expect(outcome.code == 0 && outcome.errors.isEmpty)
            #expect(outcome.output.contains("accepted: the server would go on to the nonce signature.\n"))
        }
    }

    @Test(arguments: [
        "", " \n", "{}", "{\"certificates\":\"x\"}", "{\"request\":\"{}\"}", "{\"request\":\"x\"}",
        "{\"certificates\":[1]}", "[]", "MIIB*\n", "certificate",
    ])
    func `what is not a chain is a wrong use`(input: String) throws {
        let outcome = try explain(input, Self.at + ["--anchors", root])
        #expect(outcome.code == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("passwright: Standard input is not a chain: "))
    }

    @Test func `a private key is no chain, and nothing of it is repeated`() throws {
        let key = try pki.leafKey.privateKeyPEM()
        let outcome = try explain(pem(pki.certificates) + key, Self.at + ["--anchors", root])
        #expect(outcome.code == 2 && outcome.output.isEmpty)
        #expect(!outcome.errors.contains(key.split(separator: "\n")[1]))
    }

    @Test
    func `the first rule that refuses is what the server would answer with, and the others are asked too`()
        throws
    {
        let wrong = try SimulatedPKI.make(
            now: Self.now,
            leaf: { leaf in
                leaf.subject = DistinguishedName(
                    commonName: "Somebody else\u{1b}[31m", unit: "x", organisation: "x")
                leaf.notAfter = Self.now - 1
            })
        try Data(PEM.certificate(wrong.root).utf8).write(to: URL(fileURLWithPath: root))
        let (code, document) = try explained(wrong.certificates)
        #expect(code == 1 && !document.accepted)
        #expect(document.refusing == ["C11", "C12"] && document.rules.map(\.rule) == Self.everyRule)
        let refusal = try #require(document.refusal)
        #expect(refusal.rule == "C11" && refusal.reason == "certificate_wrong_kind")
        #expect(refusal.status == 400 && refusal.error == "APPLE_PAY_INVALID_DATA")

        let text = try explain(pem(wrong.certificates), Self.at + ["--anchors", root]).output
        #expect(text.contains("1     Somebody else?[31m, "))
        #expect(text.contains("refused by C11: the server would answer 400 APPLE_PAY_INVALID_DATA"))
        #expect(!text.contains("\u{1b}"))
    }

    @Test func `a time decides C12`() throws {
        for (time, reason) in [
            ("2019-01-01", "certificate_not_yet_valid"), ("2060-01-01T00:00:00Z", "certificate_expired"),
        ] {
            let outcome = try explain(pem(pki.certificates), ["--at", time, "--anchors", root])
            #expect(outcome.code == 1 && outcome.output.contains("reason \(reason)."))
        }
    }

    @Test(arguments: [
        "2026", "2026-02-29", "2026-13-01", "2026-06-01T12:00:00", "2026-06-01T12:00:00+01:00", "now",
    ])
    func `a time that is none is a wrong use`(time: String) throws {
        let outcome = try explain(pem(pki.certificates), ["--at", time, "--anchors", root])
        #expect(outcome.code == 2 && outcome.errors.hasPrefix("passwright: --at must be a time in UTC"))
    }

    @Test func `anchors and names come from the server's settings`() throws {
        let text = pem(pki.certificates)
        let anchors = ["PASSWRIGHT_TRUST_ANCHORS": root]
        #expect(try explain(text, Self.at, environment: anchors).code == 0)
        let named = anchors.merging(["PASSWRIGHT_LEAF_NAMES": "another name"]) { $1 }
        let refused = try explain(text, Self.at, environment: named)
        #expect(refused.code == 1 && refused.output.contains("refused by C11"))
    }

    @Test func `the names that are configured stand in what C04 and C11 expect`() throws {
        let names = [
            "PASSWRIGHT_TRUSTED_INTERMEDIATES": "One CA - G2;Another CA - G3",
            "PASSWRIGHT_LEAF_NAMES": "leaf of mine",
        ]
        let (_, document) = try explained(pki.certificates, environment: names)
        func expected(_ rule: String) -> String { document.rules.first { $0.rule == rule }?.expected ?? "" }
        #expect(expected("C04").hasSuffix(#"("One CA - G2" or "Another CA - G3")"#))
        #expect(expected("C11") == #"exactly one common name on the leaf, a configured one ("leaf of mine")"#)
        let text = try explain(pem(pki.certificates), Self.at + ["--anchors", root]).output
        #expect(text.contains(#"a configured one ("ecc-crypto-services-encipherment_UC6-PROD")"#))
        #expect(text.contains(#"("Apple Worldwide Developer Relations CA - G2")"#))
    }

    @Test func `revocation lists of the configured folder are asked`() throws {
        let lists = folder.url.appendingPathComponent("lists")
        try FileManager.default.createDirectory(at: lists, withIntermediateDirectories: false)
        var settings = ["PASSWRIGHT_CRL_FOLDER": lists.path]
        func c13() throws -> (code: Int32, verdict: String?, reason: String?) {
            let (code, document) = try explained(pki.certificates, environment: settings)
            let last = document.rules.last { $0.rule == "C13" }
            return (code, last?.verdict, document.refusal?.reason)
        }
        #expect(try c13() == (0, "not_verified", nil))
        settings["PASSWRIGHT_CRL"] = "strict"
        #expect(try c13() == (1, "refused", "certificate_revoked"))
        try Data(pki.leafRevocations([], now: Self.now)).write(to: lists.appendingPathComponent("a.crl"))
        try Data(pki.intermediateRevocations([], now: Self.now)).write(
            to: lists.appendingPathComponent("b.crl"))
        #expect(try c13() == (0, "passed", nil))
        try Data(pki.leafRevocations([[0x11]], now: Self.now)).write(
            to: lists.appendingPathComponent("a.crl"))
        #expect(try c13() == (1, "refused", "certificate_revoked"))

        let broken = lists.appendingPathComponent("c.crl")
        try Data("x".utf8).write(to: broken)
        let outcome = try explain(
            pem(pki.certificates), Self.at + ["--anchors", root], environment: settings)
        #expect(outcome.code == 78)
        #expect(
            outcome.errors.hasPrefix(
                "passwright: PASSWRIGHT_CRL_FOLDER \(broken.path) is not a complete CRL"))
    }

    @Test func `settings of trust that cannot be used end it, others do not matter`() throws {
        let unset = try explain(pem(pki.certificates), Self.at)
        #expect(unset.code == 78 && unset.errors == "passwright: PASSWRIGHT_TRUST_ANCHORS is not set.\n")
        let wrong = try explain(
            pem(pki.certificates), Self.at + ["--anchors", root], environment: ["PASSWRIGHT_CRL": "maybe"])
        #expect(wrong.code == 78 && wrong.errors == "passwright: PASSWRIGHT_CRL must be strict or warn.\n")
        let other = try explain(
            pem(pki.certificates), Self.at + ["--anchors", root], environment: ["PASSWRIGHT_WORKERS": "0"])
        #expect(other.code == 0)
    }

    @Test(arguments: [[], ["explain", "--nonsense"], ["explain", "--at"], ["look"]])
    func `another use is refused`(arguments: [String]) throws {
        let outcome = try runProgram(#require(builtBinary("passwright")), ["trust"] + arguments)
        #expect(outcome.code == 2 && outcome.output.isEmpty)
    }
}
