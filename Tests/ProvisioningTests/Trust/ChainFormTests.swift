import Cryptography
import Provisioning
import TestSupport
import Testing
import Wallet

/// C01, C12, and what comes of a chain that is accepted.
@Suite struct ChainFormTests {
    private let pki: SimulatedPKI
    private let policy: TrustPolicy
    private let now = UnixTime(seconds: ChainVariant.now)

    init() throws {
        pki = try SimulatedPKI.make(now: ChainVariant.now)
        policy = try ProvisioningTests.policy([pki.root])
    }

    private func refusal(_ chain: [[UInt8]]) -> Refusal? {
        ProvisioningTests.refusal(of: chain, policy, at: now)
    }

    @Test func `two certificates are taken in either order, and the pinned root besides is ignored`() {
        #expect(refusal([pki.leaf, pki.intermediate]) == nil)
        #expect(refusal([pki.intermediate, pki.leaf]) == nil)
        #expect(refusal([pki.leaf, pki.intermediate, pki.root]) == nil)
        #expect(refusal([pki.intermediate, pki.leaf, pki.root]) == nil)
    }

    @Test func `another number of certificates is refused`() throws {
        let stranger = try SimulatedPKI.make(now: ChainVariant.now).root
        for chain in [
            [], [pki.leaf], [pki.leaf, pki.intermediate, stranger], [pki.leaf, pki.intermediate, pki.leaf],
            [pki.leaf, pki.root, pki.intermediate], [pki.leaf, pki.intermediate, pki.root + [0]],
            [pki.leaf, pki.intermediate, pki.root, pki.root],
        ] { #expect(refusal(chain) == .certificateCount) }
    }

    @Test func `nothing but leaf and intermediate makes a chain`() {
        for chain in [
            [pki.leaf, pki.leaf], [pki.intermediate, pki.intermediate], [pki.leaf, pki.root],
            [pki.intermediate, pki.root], [pki.root, pki.root],
        ] { #expect(refusal(chain) == .certificateUntrusted) }
        // A root's key is on another curve.
        #expect(refusal([pki.root, pki.intermediate]) == .certificateKey)
    }

    @Test func `certificates are exchanged only if the marker is on the second alone`() throws {
        let marked = try SimulatedPKI.make(
            now: ChainVariant.now,
            intermediate: { $0.extensions.append(.marker(ExtensionIdentifier.leafMarker, critical: false)) })
        let policy = try ProvisioningTests.policy([marked.root])
        #expect(ProvisioningTests.refusal(of: marked.certificates, policy, at: now) == nil)
        #expect(
            ProvisioningTests.refusal(of: marked.certificates.reversed(), policy, at: now)
                == .certificateUntrusted)
    }

    @Test func `a look-alike authority with every name of the real one is refused`() throws {
        let other = try SimulatedPKI.make(now: ChainVariant.now)
        #expect(refusal(other.certificates) == .certificateUntrusted)
        #expect(refusal([other.leaf, pki.intermediate]) == .certificateUntrusted)
        #expect(refusal([pki.leaf, other.intermediate]) == .certificateUntrusted)
    }

    /// Padded with an extension of which nothing is asked, until it has exactly this size.
    private func leaf(ofSize size: Int) throws -> [UInt8] {
        var padding = size - pki.leaf.count - 30
        while true {
            // A signature is a byte longer or shorter by chance.
            let leaf = try pki.anotherLeaf(now: ChainVariant.now) {
                $0.add("1.2.3.4", [UInt8](repeating: 0, count: padding))
            }
            .leaf
            if leaf.count == size { return leaf }
            padding += size > leaf.count ? 1 : -1
        }
    }

    @Test func `a certificate has 300 bytes at least and 8192 at most`() throws {
        #expect(refusal([try leaf(ofSize: 8192), pki.intermediate]) == nil)
        #expect(refusal([try leaf(ofSize: 8193), pki.intermediate]) == .certificateMalformed)
        for (size, found) in [(299, "a certificate of another size"), (300, "bytes that are not strict DER")]
        {
            for chain in [
                [[UInt8](repeating: 0, count: size), pki.intermediate],
                [pki.leaf, [UInt8](repeating: 0, count: size)],
            ] {
                let findings = UnverifiedChain(certificates: chain).explained(against: policy, at: now)
                #expect(findings.map { "\($0.rule) \($0.found)" } == ["C01 \(found)"])
                #expect(findings.first?.refusal == .certificateMalformed)
            }
        }
    }

    @Test func `a byte more, a byte less or another length is refused before anything else is looked at`() {
        var indefinite = pki.leaf
        indefinite[1] = 0x80
        for leaf in [pki.leaf + [0], pki.leaf.dropLast(), indefinite] {
            #expect(refusal([Array(leaf), pki.intermediate]) == .certificateMalformed)
            #expect(refusal([pki.leaf, Array(leaf)]) == .certificateMalformed)
        }
    }

    @Test func `no byte of a leaf can be changed`() {
        for index in pki.leaf.indices {
            var leaf = pki.leaf
            leaf[index] ^= 0x01
            #expect(refusal([leaf, pki.intermediate]) != nil, "byte \(index)")
        }
    }

    enum Whose: CaseIterable { case leaf, intermediate, root }

    @Test(arguments: Whose.allCases)
    func `C12: each certificate is valid from its first second to its last`(whose: Whose) throws {
        for (first, last, expected) in [
            (0, 1000, nil), (-1000, 0, nil), (0, 0, nil), (1, 1000, Refusal.certificateNotYetValid),
            (-1000, -1, .certificateExpired),
        ] as [(Int64, Int64, Refusal?)] {
            let twist: ChainVariant.Twist = {
                $0.notBefore = ChainVariant.now + first
                $0.notAfter = ChainVariant.now + last
            }
            let chain =
                expected.map { ChainVariant.refused("", $0, by: "C12") } ?? ChainVariant.accepted("")
            switch whose {
            case .leaf: try chain.leaf(twist).check()
            case .intermediate: try chain.intermediate(twist).check()
            case .root: try chain.root(twist).check()
            }
        }
    }

    @Test func `every rule leaves its line, in order, and the first refusal is the last line`() throws {
        var checks = emptyChecks()
        let leaf = try UnverifiedChain(certificates: pki.certificates)
            .verified(against: policy, at: now, recording: &checks)
        let names = (1...12).map { $0 < 10 ? "C0\($0)" : "C\($0)" }
        #expect(checks.lines.map { "\($0.rule)" } == names)
        #expect(checks.lines.allSatisfy { $0.verdict == .passed && "\($0.detail)" == "" })
        #expect(try leaf.fingerprint == Certificate(der: pki.leaf).sha256)

        checks = emptyChecks()
        let merchant = try pki.anotherLeaf(now: ChainVariant.now) {
            $0.remove(ExtensionIdentifier.leafMarker)
        }
        #expect(throws: Refusal.certificateWrongKind) {
            _ = try UnverifiedChain(certificates: merchant.certificates)
                .verified(against: policy, at: now, recording: &checks)
        }
        #expect(checks.lines.map { "\($0.rule)" } == Array(names[..<8]))
        #expect(checks.lines.last?.verdict == .refused)
        #expect(checks.lines.last.map { "\($0.detail)" } == "a leaf without the marker")
    }

    @Test func `an explanation has every rule, even after a refusal`() {
        let findings = UnverifiedChain(certificates: pki.certificates.reversed())
            .explained(against: policy, at: UnixTime(seconds: 0))
        #expect(findings.map { "\($0.rule)" } == (1...12).map { $0 < 10 ? "C0\($0)" : "C\($0)" })
        #expect(findings.filter { $0.refusal != nil }.map { "\($0.rule)" } == ["C12"])
    }

    @Test func `when several rules refuse, the first in order gives the reason`() throws {
        // Nobody's signature, another kind and expired; then another kind and expired.
        let twist: ChainVariant.Twist = {
            $0.remove(ExtensionIdentifier.leafMarker)
            $0.notAfter = ChainVariant.now - 1
        }
        try ChainVariant.refused("", .certificateUntrusted, by: "C05", "C08", "C12").leaf(twist)
            .signedByStranger(leaf: true).check()
        try ChainVariant.refused("", .certificateWrongKind, by: "C08", "C12").leaf(twist).check()
    }
}
