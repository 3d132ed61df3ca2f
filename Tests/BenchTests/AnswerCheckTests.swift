import Foundation
import Testing
import Wallet

@testable import passwright_bench

/// What is said of answers that were opened, and the drawing.
struct AnswerCheckTests {
    private let now = Int64(Date().timeIntervalSince1970)

    @Test func `an answer that is no pass is wrong`() throws {
        let phone = try Chains.worthless(now: now).phone()
        let order = PreparedRequest.Order(
            card: "c", details: nil, request: try phone.request(nonce: [1, 2, 3, 4]), leafKey: phone.leafKey)
        let check = AnswerCheck(network: PaymentNetwork(), now: now)
        let texts = [
            "", "{}",
            #"{"activation_data":"AA==","encrypted_pass_data":"AA==","ephemeral_public_key":"AA=="}"#,
        ]
        let samples = texts.map { LoadOutcome.Sample(order: order, body: Array($0.utf8)) }
        #expect(check.defects(in: samples).count == 3)
        #expect(check.defects(in: []).isEmpty)
    }

    @Test func `a new leaf each time is another certificate, the same leaf is not`() throws {
        let pki = try SimulatedPKI.make(now: now)
        func chains(_ issuer: SimulatedKey?) -> Chains {
            Chains(
                leaf: pki.leaf, intermediate: pki.intermediate, leafKey: pki.leafKey, issuer: issuer, now: now
            )
        }
        let same = try (0..<3).map { _ in try chains(nil).phone().certificates }
        #expect(Set(same).count == 1 && same[0] == [pki.leaf, pki.intermediate])
        let fresh = try (0..<3).map { _ in try chains(pki.intermediateKey).phone().certificates }
        #expect(Set(fresh.map(\.[0])).count == 3 && Set(fresh.map(\.[1])) == [pki.intermediate])
    }

    @Test func `the drawing has a point for each rate, higher where it is later`() {
        let chart = LatencyChart(points: [
            .init(offered: 200, median: 3, late: 40, answered: 199),
            .init(offered: 100, median: 2, late: 9, answered: 100),
        ])
        #expect(chart.points.map(\.offered) == [100, 200])
        let drawing = chart.svg()
        #expect(drawing.components(separatedBy: "<circle").count == 5)
        #expect(drawing.contains("at most 199 answers a second"))
        #expect(drawing.contains("prefers-color-scheme: dark"))
        #expect(drawing.contains(">100 ms<") && !drawing.contains(">1000 ms<"))
    }
}
