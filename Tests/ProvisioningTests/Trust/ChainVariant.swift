import Cryptography
import Provisioning
import Testing
import Wallet

/// A simulated chain with one thing changed, and what the rules say to it.
struct ChainVariant: Sendable, CustomTestStringConvertible {
    typealias Twist = @Sendable (inout CertificateTemplate) -> Void

    let testDescription: String
    /// The rules that refuse when each is asked; none where the chain is accepted.
    let rules: [String]
    /// Why the chain is refused.
    let refusal: Refusal?
    var root: Twist = { _ in }
    var intermediate: Twist = { _ in }
    var leaf: Twist = { _ in }
    var intermediateKey = SimulatedKey.Kind.p256
    var leafKey = SimulatedKey.Kind.p256
    /// Keys of somebody else's, in place of the issuer's.
    var strangerSignsIntermediate = false
    var strangerSignsLeaf = false

    /// 2026-06-01T00:00:00Z
    static let now: Int64 = 1_780_272_000

    static func accepted(_ what: String) -> ChainVariant {
        ChainVariant(testDescription: what, rules: [], refusal: nil)
    }

    static func refused(_ what: String, _ refusal: Refusal, by rules: String...) -> ChainVariant {
        ChainVariant(testDescription: what, rules: rules, refusal: refusal)
    }

    func root(_ twist: @escaping Twist) -> ChainVariant {
        var copy = self
        copy.root = twist
        return copy
    }

    func intermediate(_ twist: @escaping Twist) -> ChainVariant {
        var copy = self
        copy.intermediate = twist
        return copy
    }

    func leaf(_ twist: @escaping Twist) -> ChainVariant {
        var copy = self
        copy.leaf = twist
        return copy
    }

    func keys(
        intermediate: SimulatedKey.Kind = .p256, leaf: SimulatedKey.Kind = .p256
    ) -> ChainVariant {
        var copy = self
        copy.intermediateKey = intermediate
        copy.leafKey = leaf
        return copy
    }

    func signedByStranger(intermediate: Bool = false, leaf: Bool = false) -> ChainVariant {
        var copy = self
        copy.strangerSignsIntermediate = intermediate
        copy.strangerSignsLeaf = leaf
        return copy
    }

    func pki() throws -> SimulatedPKI {
        try SimulatedPKI.make(
            now: Self.now, root: root, intermediate: intermediate, leaf: leaf,
            intermediateKey: SimulatedKey(intermediateKey), leafKey: SimulatedKey(leafKey),
            intermediateSigner: strangerSignsIntermediate ? SimulatedKey(.p384) : nil,
            leafSigner: strangerSignsLeaf ? SimulatedKey(.p256) : nil)
    }

    /// Holds the rules against the chain, one by one and all together.
    func check(_ makePolicy: ([UInt8]) throws -> TrustPolicy = { try policy([$0]) }) throws {
        let pki = try pki()
        let policy = try makePolicy(pki.root)
        let time = UnixTime(seconds: Self.now)
        #expect(ProvisioningTests.refusal(of: pki.certificates, policy, at: time) == refusal)
        let findings = UnverifiedChain(certificates: pki.certificates).explained(against: policy, at: time)
        #expect(findings.filter { $0.refusal != nil }.map { "\($0.rule)" } == rules)
        #expect(findings.first { $0.refusal != nil }?.refusal == refusal)
    }
}
