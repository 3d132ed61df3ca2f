package import Cryptography

/// A trust policy and the chains that passed it. What is remembered belongs to this policy alone: when trust or
/// revocation lists are read again, or a setting changes, there is another verifier, which has seen nothing yet.
///
/// Remembering only ever shortens a yes. What is not remembered, or is and this second does not belong to it, goes
/// the long way through every rule, which alone refuses.
package final class ChainVerifier: Sendable {
    package let policy: TrustPolicy
    private let memory: Shared<RememberedChains>
    private let authorities = RememberedAuthorities()

    /// Apple has one leaf for all phones, for about two years: this is room for more than any issuer meets.
    package static let capacity = 64

    package init(_ policy: TrustPolicy) {
        self.policy = policy
        memory = Shared(RememberedChains(capacity: Self.capacity))
    }

    /// What the memory did since this policy was made.
    package struct Counts: Hashable, Sendable {
        package let hits: Int
        package let misses: Int
        package let entries: Int
    }

    package var counts: Counts {
        memory.with { Counts(hits: $0.hits, misses: $0.misses, entries: $0.count) }
    }

    /// The leaf of the last chain that passed.
    package var lastLeaf: VerifiedLeaf? { memory.with { $0.last } }

    /// The leaf of a chain that passes every rule at `time`, as `UnverifiedChain.verified`. Where it is remembered
    /// that it does, each rule's line says so; the first has the time that the memory took.
    package func verify(
        _ chain: UnverifiedChain, at time: UnixTime, recording checks: inout Checks
    ) throws(Refusal) -> VerifiedLeaf {
        let start = checks.start()
        let name = name(of: chain)
        if let name, let known = memory.with({ $0.recall(name, at: time) }) {
            checks.record(remembered: known, since: start)
            return known.leaf
        }
        let proven = try chain.proven(against: policy, authorities, at: time, recording: &checks)
        if let name { memory.with { $0.remember(proven, as: name) } }
        return proven.leaf
    }

    /// Null where C01 refuses by number or size, before anything is hashed.
    private func name(of chain: UnverifiedChain) -> ChainName? {
        guard ChainForm.objection(to: chain.certificates, policy) == nil else { return nil }
        return try? ChainName(chain.certificates[0], chain.certificates[1])
    }
}

extension Checks {
    fileprivate mutating func record(remembered chain: ProvenChain, since start: UInt64) {
        var start = start
        for (rule, finding) in chain.findings {
            record(rule, finding.verdict, since: start, finding.remembered)
            start = self.start()
        }
    }
}
