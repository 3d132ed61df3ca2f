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
}
