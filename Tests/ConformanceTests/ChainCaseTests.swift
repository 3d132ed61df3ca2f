import Foundation
import TestSupport
import Testing
import Wallet

@testable import passwright_conformance

/// What `passwright trust explain --json` says of a chain.
private struct Explanation: Decodable {
    struct Rule: Decodable {
        let rule: String
        let reason: String?
    }
    struct Refusal: Decodable { let reason: String }

    let accepted: Bool
    let refusal: Refusal?
    let rules: [Rule]

    /// The rules that refuse, each asked by itself.
    var broken: [String] { rules.filter { $0.reason != nil }.map(\.rule) }
}

extension ChainCase: CustomTestStringConvertible {
    var testDescription: String { "\(id) \(title)" }
}

/// Each chain is shown to the server's own explanation of its rules: it has its one defect and no other.
@Suite(.enabled(if: builtBinary("passwright") != nil, "\(notBuilt)"))
struct ChainCaseTests {
    private static let now = Int64(Date().timeIntervalSince1970)
    private static let pki = Result { try SimulatedPKI.make(now: now) }

    @Test(arguments: ChainCase.all)
    func `a chain breaks exactly the rules that it is meant to break`(chain: ChainCase) throws {
        let pki = try Self.pki.get()
        let folder = try TemporaryFolder()
        let root = folder.url.appendingPathComponent("root.pem")
        try Data(pki.rootPEM.utf8).write(to: root)
        let forged = try chain.forge(ChainForge(pki: pki, now: Self.now))
        let texts = forged.certificates.map { Data($0).base64EncodedString() }
        let outcome = try runProgram(
            #require(builtBinary("passwright")), ["trust", "explain", "--json", "--anchors", root.path],
            input: Array(JSONSerialization.data(withJSONObject: ["certificates": texts])), environment: [:])
        let explanation = try JSONDecoder().decode(Explanation.self, from: Data(outcome.output.utf8))
        #expect(explanation.broken == chain.broken.map(\.rawValue))
        #expect(explanation.refusal?.reason == chain.reason)
        #expect(explanation.accepted == (chain.reason == nil))
    }

    @Test func `every rule about chains is broken by some chain`() {
        let rules = Rule.allCases.filter { $0.rawValue.hasPrefix("C") }
        #expect(rules.count == 12)
        for rule in rules { #expect(ChainCase.all.contains { $0.rule == rule && $0.reason != nil }) }
    }
}
