import Foundation
import TestSupport
import Testing
import Wallet

/// Whether the time of an answer tells a cardholder that a card is another's, and not just nobody's.
@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct ConcealmentTests {
    /// How often one of these is later than one of those: a half where they cannot be told apart, and nobody who has
    /// these times and no others can do better.
    private func advantage(_ these: [Double], _ those: [Double]) -> Double {
        let later = these.reduce(0.0) { sum, this in
            sum + those.reduce(0.0) { $0 + (this > $1 ? 1 : this == $1 ? 0.5 : 0) }
        }
        return later / Double(these.count * those.count)
    }

    @Test func `times that differ by a fifth are told apart, and those of one kind are not`() {
        var random = SystemRandomNumberGenerator()
        func times(_ mean: Double) -> [Double] {
            (0..<200).map { _ in mean * Double.random(in: 0.7...1.3, using: &random) }
        }
        #expect(abs(advantage(times(1), times(1.2)) - 0.5) > 0.15)
        #expect(abs(advantage(times(1), times(1)) - 0.5) < 0.15)
    }

    @Test func `another's card, no card and no id take the same time`() throws {
        let server = try RunningServer(database: try Demonstration.database())
        // None of them uses the nonce up.
        let body = try server.phone().request().json()
        let cards = [server.card("active_visa", of: "bob"), UUID().uuidString.lowercased(), "no-id"]
        var times: [[Double]] = [[], [], []]
        for round in 0..<230 {
            for kind in [0, 1, 2].shuffled() {
                let start = ContinuousClock.now
                let answer = try server.provision(cards[kind], token: server.alice, body: body)
                let time = start.duration(to: .now) / .seconds(1)
                #expect(answer.status == 404)
                // Caches, connections and plans.
                if round >= 30 { times[kind].append(time) }
            }
        }
        // Five standard deviations of what chance does with so many.
        #expect(abs(advantage(times[0], times[1]) - 0.5) < 0.15)
        #expect(abs(advantage(times[1], times[2]) - 0.5) < 0.15)
    }
}
