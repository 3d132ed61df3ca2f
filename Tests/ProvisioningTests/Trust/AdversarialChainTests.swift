import Cryptography
import Foundation
import Provisioning
import TestSupport
import Testing

private struct ChainFile: Decodable {
    let pinned_root_b64: Data
    let cases: [Case]

    struct Case: Decodable {
        let id: String
        let certificates: [Data]
        let expect: String
    }
}

private struct CorpusEntry: Decodable {
    let src: String
    let b64: Data
}

private let skipped = Comment(rawValue: SharedData.missing)

@Suite struct AdversarialChainTests {
    /// 2026-06-01T00:00:00Z
    static let clock = UnixTime(seconds: 1_780_272_000)

    /// Those that are accepted.
    static let accepted: Set<String> = [
        "adv-001-good", "adv-035-int-pathlen0", "adv-090-issuer-printable-vs-utf8",
        // Free to choose: the pinned root sent along is ignored; a leaf may outlive its intermediate (RFC 5280,
        // and the chain ends with the first of its certificates); names are compared as RFC 5280, 7.1 has it.
        "adv-002-good-with-root", "adv-075-leaf-10y", "adv-091-issuer-string-type",
    ]
    /// What the others are refused with, where it is not `certificate_untrusted`.
    static let reasons: [Refusal: Set<String>] = [
        .certificateMalformed: [
            "adv-102-truncated", "adv-105-random", "adv-106-deep-asn1", "adv-107-claims-2GB",
        ],
        .certificateCount: [
            "adv-038-four-certs", "adv-083-fake-root-supplied", "adv-086-leaf-only", "adv-087-empty",
            "adv-088-eleven",
        ],
        .certificateKey: [
            "adv-050-p384-leaf", "adv-051-secp256k1-leaf", "adv-052-brainpool-leaf", "adv-053-rsa-leaf",
            "adv-054-ed25519-leaf", "adv-057-compressed-point",
        ],
        .certificateWrongKind: [
            "adv-010-merchant-processing-cert", "adv-011-no-marker", "adv-040-ku-digsig-only",
            "adv-041-no-ku", "adv-042-ku-keyagreement-only", "adv-043-ku-noncritical",
            "adv-044-ku-encipher-only",
        ],
        .certificateExpired: ["adv-070-leaf-expired", "adv-073-int-expired"],
        .certificateNotYetValid: ["adv-071-leaf-notyet", "adv-074-int-notyet"],
    ]

    @Test(.enabled(if: SharedData.has("adversarial-chains/chains.json"), skipped))
    func `every adversarial chain gets its expected outcome`() throws {
        let file = try SharedData.json("adversarial-chains/chains.json", as: ChainFile.self)
        let policy = try policy([[UInt8](file.pinned_root_b64)])
        #expect(!policy.isProduction && file.cases.count == 45)
        for test in file.cases {
            let refusal = refusal(of: test.certificates.map { [UInt8]($0) }, policy, at: Self.clock)
            switch test.expect {
            case "200": #expect(refusal == nil, "\(test.id)")
            case "400": #expect(refusal != nil, "\(test.id)")
            default: #expect(test.expect == "200|400", "\(test.id)")
            }
            let reason = Self.reasons.first { $0.value.contains(test.id) }?.key ?? .certificateUntrusted
            #expect(refusal == (Self.accepted.contains(test.id) ? nil : reason), "\(test.id)")
        }
    }

    /// Most are no certificates; the rest are certificates of somebody else's.
    @Test(.enabled(if: SharedData.has("der-corpus/boringssl.jsonl"), skipped))
    func `every entry of a fuzzer's corpus is refused as leaf and as intermediate`() throws {
        let file = try SharedData.json("adversarial-chains/chains.json", as: ChainFile.self)
        let policy = try policy([[UInt8](file.pinned_root_b64)])
        let good = file.cases[0].certificates.map { [UInt8]($0) }
        let lines = try SharedData.bytes("der-corpus/boringssl.jsonl").split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == 1019)
        for line in lines {
            let entry = try JSONDecoder().decode(CorpusEntry.self, from: Data(line))
            let bytes = [UInt8](entry.b64)
            #expect(refusal(of: [bytes, good[1]], policy, at: Self.clock) != nil, "\(entry.src)")
            #expect(refusal(of: [good[0], bytes], policy, at: Self.clock) != nil, "\(entry.src)")
        }
    }
}
