internal import Cryptography

/// What two certificates are remembered by: the SHA-256 of each, in the order in which they were sent. Nothing of
/// them was parsed for it, and another certificate in either place makes another name.
struct ChainName: Hashable, Sendable {
    private let digests: [UInt8]

    init(_ first: [UInt8], _ second: [UInt8]) throws(CryptographyError) {
        digests = try SHA256.digest(first) + SHA256.digest(second)
    }
}

/// The few chains that passed every rule of one policy, with the seconds in which they do.
///
/// Only who can sign as a trusted intermediate makes a new chain that is remembered, and a stranger's variants of a
/// known one are few: another order, and the second spelling that each ECDSA signature has. So that even many such
/// chains, each sent once, do not drive out one that is in use, a newcomer takes the place of one that was not asked
/// for lately, or none: each hit is good for three rounds of the hand that looks for a place.
struct RememberedChains: Sendable {
    private struct Entry: Sendable {
        let name: ChainName
        let chain: ProvenChain
        /// How often the hand passes by before the entry goes.
        var rounds = 0
    }

    private let capacity: Int
    private var entries: [Entry] = []
    private var hand = 0
    private(set) var hits = 0
    private(set) var misses = 0
    /// Of the chain that was recalled or remembered last.
    private(set) var last: VerifiedLeaf?

    init(capacity: Int) {
        self.capacity = capacity
        entries.reserveCapacity(capacity)
    }

    var count: Int { entries.count }

    /// The chain with this name, if `time` is one of the seconds in which its rules say the same as they did.
    mutating func recall(_ name: ChainName, at time: UnixTime) -> ProvenChain? {
        // A scan of 64 names costs a hundredth of one signature, and there is no index to keep in step.
        guard let index = entries.firstIndex(where: { $0.name == name }),
            entries[index].chain.period.contains(time)
        else {
            misses += 1
            return nil
        }
        hits += 1
        entries[index].rounds = Self.roundsForHit
        last = entries[index].chain.leaf
        return entries[index].chain
    }

    /// Keeps the chain, in the place of what had its name; or not, where every other one is in use.
    mutating func remember(_ chain: ProvenChain, as name: ChainName) {
        last = chain.leaf
        let entry = Entry(name: name, chain: chain)
        if let index = entries.firstIndex(where: { $0.name == name }) {
            entries[index] = entry
        } else if entries.count < capacity {
            entries.append(entry)
        } else if let index = place() {
            entries[index] = entry
        }
    }

    /// The next entry that is not in use, within one round.
    private mutating func place() -> Int? {
        for _ in 0..<capacity {
            defer { hand = (hand + 1) % capacity }
            guard entries[hand].rounds > 0 else { return hand }
            entries[hand].rounds -= 1
        }
        return nil
    }

    private static let roundsForHit = 3
}
