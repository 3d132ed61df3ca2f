import Cryptography
import Provisioning
import TestSupport
import Testing

/// Apple's own certificates, as published.
private enum Apple {
    static func der(_ name: String) throws -> [UInt8] {
        let pem = try SharedData.bytes("apple-pki/\(name).pem")
        return try #require(Certificate.certificates(pem: pem).first).der
    }

    static func chain(_ leaf: String) throws -> [[UInt8]] { try [der(leaf), der("apple-wwdr-ca-g2")] }

    static func production() throws -> TrustPolicy { try policy([der("apple-root-ca-g3")]) }
}

private let skipped = Comment(rawValue: SharedData.missing)

@Suite(.enabled(if: SharedData.has("apple-pki/certs.json"), skipped))
struct AppleChainTests {
    /// Published leaves with their first and last second.
    static let leaves: [(name: String, notBefore: Int64, notAfter: Int64)] = [
        ("leaf-uc6-prod-2018-2020", 1_527_891_255, 1_593_555_255),
        ("leaf-uc6-prod-2020-2022", 1_591_636_785, 1_657_300_785),
        ("leaf-uc6-prod-2022-2024", 1_654_537_963, 1_720_201_962),
    ]

    @Test(arguments: leaves)
    func `Apple's own production leaves are accepted from their first second to their last`(
        leaf: (name: String, notBefore: Int64, notAfter: Int64)
    ) throws {
        let production = try Apple.production()
        #expect(production.isProduction)
        let chain = try Apple.chain(leaf.name)
        for (offset, expected) in [
            (leaf.notBefore - 1, Refusal.certificateNotYetValid), (leaf.notBefore, nil),
            (leaf.notAfter, nil), (leaf.notAfter + 1, .certificateExpired),
        ] {
            #expect(refusal(of: chain, production, at: UnixTime(seconds: offset)) == expected)
        }
    }

    /// A merchant's key pair under Apple's own root and intermediate, at a time inside its validity.
    @Test(arguments: [
        ("pp-seatgeek-2014-2016", 1_430_000_000, Refusal.certificateWrongKind, ["C08", "C10", "C11"]),
        ("pp-spreedly-2021-2023", 1_650_000_000, .certificateWrongKind, ["C08", "C10", "C11"]),
        // An RSA key is refused before anybody asks what it is for.
        ("pp-basistheory-rsa-2024-2026", 1_720_000_000, .certificateKey, ["C05", "C08", "C10", "C11"]),
    ])
    func `a genuine Apple certificate of the wrong kind is refused`(
        name: String, time: Int64, reason: Refusal, rules: [String]
    ) throws {
        let chain = try [Apple.der("wrong-kind/\(name)"), Apple.der("apple-wwdr-ca-g2")]
        let production = try Apple.production()
        #expect(refusal(of: chain, production, at: UnixTime(seconds: time)) == reason)
        #expect(refusingRules(chain, production, at: UnixTime(seconds: time)) == rules)
    }

    /// Their intermediate is Apple's, but not published.
    @Test(arguments: [
        ("leaf-uc6-inmemory-test-2017-2019", 1_530_000_000),
        ("leaf-uc6-inmemory-test-2019-2021", 1_590_000_000),
        ("thirdparty-thredd-docs-example-leaf", 1_750_000_000),
    ])
    func `a leaf of another intermediate is refused`(name: String, time: Int64) throws {
        let reason = try refusal(of: Apple.chain(name), Apple.production(), at: UnixTime(seconds: time))
        #expect(reason == .certificateUntrusted)
    }

    @Test func `another intermediate of Apple's root is refused`() throws {
        let other = try SharedData.bytes("apple-pki/AppleWWDRCAG6.cer")
        let chain = try [Apple.der("leaf-uc6-prod-2022-2024"), other]
        let time = UnixTime(seconds: 1_673_740_800)
        #expect(refusal(of: chain, try Apple.production(), at: time) == .certificateUntrusted)
        #expect(refusingRules(chain, try Apple.production(), at: time) == ["C04", "C05"])
    }

    @Test func `the newest leaf has the key and the dates that Apple published`() throws {
        var checks = emptyChecks()
        let leaf = try UnverifiedChain(certificates: Apple.chain("leaf-uc6-prod-2022-2024"))
            .verified(
                against: Apple.production(), at: UnixTime(seconds: 1_673_740_800), recording: &checks)
        #expect(
            leaf.key.point.hex.hasPrefix("04b3095c90197deccb25b6688ea7c9f3507bebe38f38d4e2b2ced19896895659"))
        #expect(leaf.notBefore.seconds == 1_654_537_963 && leaf.notAfter.seconds == 1_720_201_962)
        // 2029-05-06 23:43:24 and 2039-04-30 18:19:06
        #expect(leaf.intermediateNotAfter.seconds == 1_872_805_404)
        #expect(leaf.rootNotAfter.seconds == 2_187_800_346)
    }
}
