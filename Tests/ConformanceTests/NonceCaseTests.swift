import Cryptography
import Provisioning
import Testing
import Wallet

@testable import passwright_conformance

extension NonceCase: CustomTestStringConvertible {
    var testDescription: String { "\(id) \(title)" }
}

/// Each nonce and signature is shown to the server's own rule for them.
struct NonceCaseTests {
    private static let now: Int64 = 1_780_000_000

    private let pki: SimulatedPKI
    private let leaf: VerifiedLeaf

    init() throws {
        pki = try SimulatedPKI.make(now: Self.now)
        let policy = try TrustPolicy(
            anchors: [Certificate(der: pki.root)], intermediateNames: TrustPolicy.appleIntermediateNames,
            leafNames: TrustPolicy.appleLeafNames, additionalExcluded: [])
        var checks = Checks { 0 }
        leaf = try UnverifiedChain(certificates: pki.certificates)
            .verified(against: policy, at: UnixTime(seconds: Self.now), recording: &checks)
    }

    private func isAccepted(_ pair: NonceCase.Pair) -> Bool {
        var checks = Checks { 0 }
        do throws(Provisioning.Refusal) {
            try NonceSignaturePolicy.leaf
                .verify(pair.signature, of: pair.nonce, by: leaf, recording: &checks)
            return true
        } catch {
            return false
        }
    }

    @Test(arguments: NonceCase.all)
    func `a nonce and its signature are refused, or accepted, as the case says`(test: NonceCase) throws {
        for _ in 0..<5 {
            #expect(try isAccepted(test.forge(pki.leafKey)) == (test.reason == nil))
        }
    }
}
