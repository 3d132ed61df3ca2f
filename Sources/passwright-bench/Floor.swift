import Foundation
import Wallet

/// What the primitives of OpenSSL cost on this machine now, in turns, so that a disturbance falls on all alike.
struct Floor {
    /// Nanoseconds of processor time for each, one figure a round.
    private(set) var rounds: [Primitive.Name: [Double]] = [:]

    /// Long enough that reading the clock is nothing, short enough that many rounds find a quiet moment.
    private static let nanosecondsARound = 1_500_000.0

    /// So many rounds over every primitive. Adds to what was measured before.
    mutating func measure(rounds count: Int) throws(WalletError) {
        let primitives = try Primitive.all(now: Int64(Date().timeIntervalSince1970))
        var repetitions: [Int] = []
        for primitive in primitives {
            // The first is slower: tables are read, algorithms fetched.
            _ = try primitive.nanoseconds(repeating: 3)
            let one = try primitive.nanoseconds(repeating: 10)
            repetitions.append(max(3, Int(Self.nanosecondsARound / max(one, 1))))
        }
        for _ in 0..<count {
            for (primitive, repetitions) in zip(primitives, repetitions) {
                let nanoseconds = try primitive.nanoseconds(repeating: repetitions)
                rounds[primitive.name, default: []].append(nanoseconds)
            }
        }
    }

    /// Microseconds, of the best round and of the one in the middle.
    struct Cost: Equatable {
        var best = 0.0
        var median = 0.0

        static func + (left: Cost, right: Cost) -> Cost {
            Cost(best: left.best + right.best, median: left.median + right.median)
        }
    }

    func cost(of name: Primitive.Name) -> Cost {
        let sorted = (rounds[name] ?? []).sorted()
        guard let best = sorted.first else { return Cost() }
        return Cost(best: best / 1000, median: sorted[sorted.count / 2] / 1000)
    }

    func cost(of names: [Primitive.Name]) -> Cost { names.map(cost).reduce(Cost(), +) }
}
