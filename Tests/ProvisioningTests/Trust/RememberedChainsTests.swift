import Cryptography
import Foundation
import Provisioning
import Testing
import Wallet

/// What is remembered of chains that passed, and for how long.
@Suite struct RememberedChainsTests {
    private static let now = ChainVariant.now

    private let pki: SimulatedPKI
    private let verifier: ChainVerifier

    init() throws {
        pki = try SimulatedPKI.make(now: Self.now)
        verifier = ChainVerifier(try policy([pki.root]))
    }

    /// Hits, misses, entries.
    private var counts: [Int] { [verifier.counts.hits, verifier.counts.misses, verifier.counts.entries] }

    /// What the verifier said, and from where.
    private struct Verdict: Equatable {
        var refusal: Refusal?
        /// Whether the long way through the rules was spared.
        var wasRemembered = false

        static let remembered = Verdict(wasRemembered: true)
        static let verified = Verdict()
        static func refused(_ refusal: Refusal) -> Verdict { Verdict(refusal: refusal) }
    }

    private func verdict(
        _ certificates: [[UInt8]], at time: Int64 = now, by other: ChainVerifier? = nil
    ) -> Verdict {
        let verifier = other ?? verifier
        let hits = verifier.counts.hits
        var checks = emptyChecks()
        var verdict = Verdict()
        do throws(Refusal) {
            let leaf = try verifier.verify(
                UnverifiedChain(certificates: certificates), at: UnixTime(seconds: time), recording: &checks)
            #expect(leaf.fingerprint == (try? Certificate(der: certificates[0]).sha256))
        } catch {
            verdict.refusal = error
        }
        verdict.wasRemembered = verifier.counts.hits > hits
        // The record tells the same story, line by line.
        let saysSo = checks.lines.allSatisfy { "\($0.detail)".hasPrefix("remembered") }
        #expect(saysSo == verdict.wasRemembered)
        return verdict
    }

    @Test func `the record of a remembered chain has every rule, and says so`() throws {
        var ticks: UInt64 = 0
        var records: [[Check]] = []
        for _ in 0..<2 {
            nonisolated(unsafe) var count: UInt64 = ticks
            var checks = Checks {
                count += 5000
                return count
            }
            _ = try verifier.verify(
                UnverifiedChain(certificates: pki.certificates), at: UnixTime(seconds: Self.now),
                recording: &checks)
            ticks = count
            records.append(checks.lines)
        }
        #expect(records[0].map { "\($0.rule)" } == (1...12).map { String(format: "C%02d", $0) })
        #expect(records[1].map { "\($0.rule)" } == records[0].map { "\($0.rule)" })
        #expect(records[0].allSatisfy { "\($0.detail)" == "" && $0.verdict == .passed })
        #expect(records[1].allSatisfy { "\($0.detail)" == "remembered" && $0.verdict == .passed })
        // Each line has a time of its own: no lookup is counted twelve times.
        #expect(records[1].allSatisfy { $0.microseconds == 5 })
        #expect(counts == [1, 1, 1])
    }

    @Test func `the remembered leaf has the leaf's own key`() throws {
        let other = try pki.anotherLeaf(now: Self.now, key: SimulatedKey(.p256))
        for _ in 0..<2 {
            for chain in [pki, other] {
                var checks = emptyChecks()
                let leaf = try verifier.verify(
                    UnverifiedChain(certificates: chain.certificates), at: UnixTime(seconds: Self.now),
                    recording: &checks)
                #expect(leaf.key.point == (try Certificate(der: chain.leaf).key.uncompressedPoint))
            }
        }
        #expect(counts == [2, 2, 2])
    }

    /// Whose dates are the narrowest.
    enum Place: CaseIterable { case leaf, intermediate, root }

    @Test(arguments: Place.allCases)
    func `a remembered chain is good from the first second of each certificate to the last`(
        place: Place
    ) throws {
        let (first, last) = (Self.now - 100, Self.now + 100)
        let narrow: SimulatedPKI.Twist = { ($0.notBefore, $0.notAfter) = (first, last) }
        let none: SimulatedPKI.Twist = { _ in }
        let pki = try SimulatedPKI.make(
            now: Self.now, root: place == .root ? narrow : none,
            intermediate: place == .intermediate ? narrow : none, leaf: place == .leaf ? narrow : none)
        let verifier = ChainVerifier(try policy([pki.root]))
        #expect(verdict(pki.certificates, by: verifier) == .verified)
        for time in [first, last, Self.now] {
            #expect(verdict(pki.certificates, at: time, by: verifier) == .remembered)
        }
        #expect(verdict(pki.certificates, at: last + 1, by: verifier) == .refused(.certificateExpired))
        #expect(verdict(pki.certificates, at: first - 1, by: verifier) == .refused(.certificateNotYetValid))
        // A clock that went wrong and came back has spoilt nothing.
        #expect(verdict(pki.certificates, by: verifier) == .remembered)
    }

    private func lists(
        _ mode: RevocationPolicy.Mode, from first: Int64, to last: Int64
    ) throws -> ChainVerifier {
        let lists = try [
            pki.leafRevocations([], now: Self.now) { ($0.thisUpdate, $0.nextUpdate) = (first, last) },
            pki.intermediateRevocations([], now: Self.now),
        ]
        return ChainVerifier(
            try policy([pki.root]).checking(
                RevocationPolicy(lists: lists.map { try RevocationList(der: $0) }, mode: mode)))
    }

    @Test func `strict: a remembered chain is refused when the revocation list has ended`() throws {
        let (first, last) = (Self.now - 10, Self.now + 10)
        let verifier = try lists(.strict, from: first, to: last)
        #expect(verdict(pki.certificates, by: verifier) == .verified)
        for time in [first, last] {
            #expect(verdict(pki.certificates, at: time, by: verifier) == .remembered)
        }
        for time in [first - 1, last + 1] {
            #expect(verdict(pki.certificates, at: time, by: verifier) == .refused(.certificateRevoked))
        }
    }

    @Test func `warn: what the record says of a list follows the clock, remembered or not`() throws {
        let (first, last) = (Self.now - 10, Self.now + 10)
        let verifier = try lists(.warn, from: first, to: last)
        func line(at time: Int64) throws -> String {
            var checks = emptyChecks()
            _ = try verifier.verify(
                UnverifiedChain(certificates: pki.certificates), at: UnixTime(seconds: time),
                recording: &checks)
            let line = try #require(checks.lines.last)
            return "\(line.rule) \(line.verdict.rawValue) \(line.detail)"
        }
        let stale = "a revocation list that is not current"
        #expect(try line(at: last) == "C13 passed ")
        #expect(try line(at: last) == "C13 passed remembered")
        #expect(try line(at: last + 1) == "C13 not_verified \(stale)")
        #expect(try line(at: last + 1) == "C13 not_verified remembered: \(stale)")
        #expect(try line(at: last + 9) == "C13 not_verified remembered: \(stale)")
        #expect(try line(at: first - 2) == "C13 not_verified \(stale)")
        #expect(try line(at: first - 1) == "C13 not_verified remembered: \(stale)")
        #expect(try line(at: first) == "C13 passed ")
    }

    @Test func `without any list the record says that too`() throws {
        let none = ChainVerifier(
            try policy([pki.root]).checking(RevocationPolicy(lists: [], mode: .warn)))
        for expected in [
            "no revocation list of an authority", "remembered: no revocation list of an authority",
        ] {
            var checks = emptyChecks()
            _ = try none.verify(
                UnverifiedChain(certificates: pki.certificates), at: UnixTime(seconds: Self.now),
                recording: &checks)
            #expect(checks.lines.last.map { "\($0.detail)" } == expected)
        }
    }

    @Test func `a chain that is refused is never remembered`() throws {
        let wrong = try [
            pki.anotherLeaf(now: Self.now) { $0.notAfter = Self.now - 1 },
            pki.anotherLeaf(now: Self.now) {
                $0.extensions.removeAll { $0.oid == "1.2.840.113635.100.6.39" }
            },
            pki.anotherLeaf(now: Self.now, signer: SimulatedKey(.p256)),
            SimulatedPKI.make(now: Self.now),
        ]
        for pki in wrong {
            for _ in 0..<2 { #expect(verdict(pki.certificates).refusal != nil) }
        }
        #expect(counts == [0, 8, 0])
        // Nor is what C01 refuses by number or size even looked up.
        let odd = [[], [pki.leaf], [pki.leaf, []], [pki.leaf, pki.intermediate, pki.leaf]]
        for chain in odd { #expect(verdict(chain).refusal != nil) }
        #expect(counts == [0, 8, 0])
    }

    @Test func `half of a remembered chain proves nothing`() throws {
        #expect(verdict(pki.certificates) == .verified)
        let other = try pki.anotherLeaf(now: Self.now)
        let stranger = try SimulatedPKI.make(now: Self.now)
        #expect(verdict([pki.leaf, stranger.intermediate]) == .refused(.certificateUntrusted))
        #expect(verdict([stranger.leaf, pki.intermediate]) == .refused(.certificateUntrusted))
        #expect(verdict([pki.leaf, other.leaf]).refusal != nil)
        #expect(verdict([pki.leaf, pki.leaf]).refusal != nil)
        // A bit of either, wherever it is.
        for place in [0, 1] {
            for index in stride(from: 0, to: pki.certificates[place].count, by: 97) {
                var chain = pki.certificates
                chain[place][index] ^= 1
                let verdict = verdict(chain)
                #expect(verdict.refusal != nil && !verdict.wasRemembered)
            }
        }
        #expect(verifier.counts.entries == 1)
        // Another good certificate in either place is another chain.
        #expect(verdict(other.certificates) == .verified)
        #expect(verdict(pki.certificates) == .remembered)
    }

    @Test func `the root that is sent along must be pinned, whatever is remembered`() throws {
        #expect(verdict(pki.certificates) == .verified)
        #expect(verdict(pki.certificates + [pki.root]) == .remembered)
        #expect(verdict(pki.certificates + [pki.intermediate]) == .refused(.certificateCount))
        #expect(verdict(pki.certificates + [pki.root, pki.root]) == .refused(.certificateCount))
    }

    @Test func `another policy remembers nothing of this one`() throws {
        #expect(verdict(pki.certificates) == .verified)
        #expect(verdict(pki.certificates, by: ChainVerifier(verifier.policy)) == .verified)
        let strangers = ChainVerifier(try policy([SimulatedPKI.make(now: Self.now).root]))
        #expect(verdict(pki.certificates, by: strangers) == .refused(.certificateUntrusted))
    }

    @Test func `the memory is bounded, and chains sent once do not drive out one that is in use`() throws {
        #expect(verdict(pki.certificates) == .verified)
        #expect(verdict(pki.certificates) == .remembered)
        let capacity = ChainVerifier.capacity
        for count in 1...(capacity * 3) {
            let other = try pki.anotherLeaf(now: Self.now)
            #expect(verdict(other.certificates) == .verified)
            #expect(verifier.counts.entries == min(count + 1, capacity))
        }
        #expect(verdict(pki.certificates) == .remembered)
    }

    @Test func `where every remembered chain is in use, a newcomer waits, and then has its turn`() throws {
        let chains = try (0..<ChainVerifier.capacity).map { _ in
            try pki.anotherLeaf(now: Self.now).certificates
        }
        for chain in chains { #expect(verdict(chain) == .verified) }
        for chain in chains { #expect(verdict(chain) == .remembered) }
        // Three hands pass by before a place is free.
        for expected in [Verdict.verified, .verified, .verified, .verified, .remembered] {
            #expect(verdict(pki.certificates) == expected)
        }
        #expect(verifier.counts.entries == ChainVerifier.capacity)
    }

    @Test func `threads share the memory, and each gets its own answer`() throws {
        let good = try (0..<4).map { _ in try pki.anotherLeaf(now: Self.now, key: SimulatedKey(.p256)) }
        let bad = try pki.anotherLeaf(now: Self.now) { $0.notAfter = Self.now - 1 }
        let points = try good.map { try Certificate(der: $0.leaf).key.uncompressedPoint }
        let verifier = verifier
        let threads = (0..<8).map { thread in
            let ended = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                for round in 0..<50 {
                    let index = (thread + round) % 5
                    let chain = index == 4 ? bad : good[index]
                    var checks = emptyChecks()
                    let leaf = try? verifier.verify(
                        UnverifiedChain(certificates: chain.certificates),
                        at: UnixTime(seconds: Self.now), recording: &checks)
                    #expect(leaf?.key.point == (index == 4 ? nil : points[index]))
                }
                ended.signal()
            }
            return ended
        }
        for ended in threads { ended.wait() }
        let counts = verifier.counts
        #expect(counts.hits + counts.misses == 400 && counts.entries == 4)
        // Of the 320 good ones, each chain was verified at most once by each thread.
        #expect(counts.hits >= 320 - 4 * 8)
    }

    /// Every leaf that some rule has an opinion of, alone.
    private static let leaves = [
        LeafRuleTests.authority, LeafRuleTests.keyUsage, LeafRuleTests.marker, LeafRuleTests.critical,
    ].flatMap(\.self)

    @Test(arguments: leaves)
    func `under an intermediate that is remembered a leaf is judged as under one that is new`(
        variant: ChainVariant
    ) throws {
        #expect(verdict(pki.certificates) == .verified)
        let twisted = try pki.anotherLeaf(now: Self.now, key: SimulatedKey(.p256), variant.leaf)
        let refusal = variant.refusal.map(Verdict.refused) ?? .verified
        #expect(verdict(twisted.certificates) == refusal)
        #expect(verdict(twisted.certificates, by: ChainVerifier(verifier.policy)) == refusal)
    }

    @Test func `a remembered intermediate vouches for no leaf that it did not sign`() throws {
        #expect(verdict(pki.certificates) == .verified)
        // In its name, and by somebody else's key.
        let forged = try pki.anotherLeaf(
            now: Self.now, key: SimulatedKey(.p256), signer: SimulatedKey(.p256)
        ).certificates
        #expect(verdict(forged) == .refused(.certificateUntrusted))
        #expect(verdict(forged, by: ChainVerifier(verifier.policy)) == .refused(.certificateUntrusted))
    }

    @Test(arguments: [Place.intermediate, .root])
    func `a remembered intermediate vouches for a new leaf to its own last second and its root's`(
        place: Place
    ) throws {
        let last = Self.now + 100
        let narrow: SimulatedPKI.Twist = { $0.notAfter = last }
        let none: SimulatedPKI.Twist = { _ in }
        let pki = try SimulatedPKI.make(
            now: Self.now, root: place == .root ? narrow : none,
            intermediate: place == .intermediate ? narrow : none, leaf: none)
        let verifier = ChainVerifier(try policy([pki.root]))
        #expect(verdict(pki.certificates, by: verifier) == .verified)
        func another() throws -> [[UInt8]] {
            try pki.anotherLeaf(now: Self.now, key: SimulatedKey(.p256)).certificates
        }
        #expect(verdict(try another(), at: last, by: verifier) == .verified)
        #expect(verdict(try another(), at: last + 1, by: verifier) == .refused(.certificateExpired))
    }
}
