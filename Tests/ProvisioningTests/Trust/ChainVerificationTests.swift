import Cryptography
import Dispatch
import Testing
import Wallet

/// The chain core by itself, without the rules about Apple's kind of leaf.
@Suite struct ChainVerificationTests {
    private let pki: SimulatedPKI
    private let now = UnixTime(seconds: ChainVariant.now)
    private let marker = ObjectIdentifier(1, 2, 840, 113635, 100, 6, 39)

    init() throws { pki = try SimulatedPKI.make(now: ChainVariant.now) }

    /// What the core says: `accepted`, or the refusal's name and depth.
    private func verdict(
        _ leaf: [UInt8], _ intermediates: [[UInt8]], anchors: [[UInt8]]? = nil,
        excusing: ObjectIdentifier? = nil,
        at time: UnixTime? = nil
    ) throws -> String {
        do throws(ChainError) {
            let verification = try ChainVerification(
                anchors: certificates(anchors ?? [pki.root]), excusingOnLeaf: excusing ?? marker)
            let anchor = try verification.verify(
                leaf: certificates([leaf])[0], intermediates: certificates(intermediates), at: time ?? now)
            return (anchors ?? [pki.root]).contains(anchor.der) ? "accepted" : "another anchor"
        } catch {
            switch error {
            case .unreadable: return "unreadable"
            case .unsupportedAlgorithm(let depth): return "algorithm \(depth)"
            case .refused(let objection, _, let depth): return "\(objection) \(depth)"
            case .anotherPath: return "another path"
            case .expired(let depth): return "expired \(depth)"
            case .notYetValid(let depth): return "not yet valid \(depth)"
            case .openSSL: return "OpenSSL"
            }
        }
    }

    private func certificates(_ chain: [[UInt8]]) -> [Certificate] {
        chain.map { try! Certificate(der: $0) }
    }

    @Test func `a path is accepted only through the certificates that were given`() throws {
        let rootIdentifier = try pki.rootKey.keyIdentifier()
        let direct = try pki.anotherLeaf(now: ChainVariant.now, signer: pki.rootKey) {
            $0.issuer = SimulatedPKI.rootName
            $0.replace(.authorityKey(rootIdentifier))
        }
        #expect(try verdict(pki.leaf, [pki.intermediate]) == "accepted")
        #expect(try verdict(direct.leaf, []) == "accepted")
        #expect(try verdict(direct.leaf, [pki.intermediate]) == "another path")
        #expect(try verdict(pki.leaf, [pki.intermediate, pki.intermediate]) == "another path")
        #expect(try verdict(pki.leaf, [pki.intermediate, pki.root]) == "another path")
        #expect(try verdict(pki.root, []) == "another path")
        #expect(try verdict(pki.leaf, []) == "other 0")
    }

    @Test func `only a pinned anchor is trusted`() throws {
        let other = try SimulatedPKI.make(now: ChainVariant.now)
        #expect(try verdict(pki.leaf, [pki.intermediate], anchors: []) != "accepted")
        #expect(try verdict(pki.leaf, [pki.intermediate], anchors: [other.root]) != "accepted")
        #expect(try verdict(pki.leaf, [pki.intermediate], anchors: [other.root, pki.root]) == "accepted")
        // An intermediate is no anchor: a path ends at a root that signed itself.
        #expect(try verdict(pki.leaf, [], anchors: [pki.intermediate]) != "accepted")
        #expect(
            try verdict(
                pki.leaf, [pki.intermediate],
                anchors: [
                    SimulatedPKI.make(now: ChainVariant.now, rootKey: SimulatedKey(.rsa(bits: 2048))).root
                ])
                == "algorithm 0")
    }

    @Test func `an unknown critical extension is excused on the leaf alone, and only the one`() throws {
        func make(
            _ intermediate: ChainVariant.Twist, _ leaf: ChainVariant.Twist
        ) throws -> SimulatedPKI {
            try SimulatedPKI.make(
                now: ChainVariant.now, intermediate: intermediate, leaf: leaf, rootKey: pki.rootKey)
        }
        func verdict(_ pki: SimulatedPKI, excusing: ObjectIdentifier? = nil) throws -> String {
            try self.verdict(pki.leaf, [pki.intermediate], anchors: [pki.root], excusing: excusing)
        }
        let other = ObjectIdentifier(1, 2, 3, 4)
        #expect(try verdict(pki) == "accepted")
        #expect(try verdict(pki, excusing: other) == "criticalExtension 0")
        let second = try make({ _ in }, { $0.add("1.2.3.4", critical: true) })
        #expect(try verdict(second) == "criticalExtension 0")
        #expect(try verdict(second, excusing: other) == "criticalExtension 0")
        let above = try make({ $0.add(ExtensionIdentifier.leafMarker, critical: true) }, { _ in })
        #expect(try verdict(above) == "criticalExtension 1")
        // An excuse is nothing but that: the signature counts all the same.
        let damaged = try make({ _ in }, { $0.signatureDamage = 1 })
        #expect(try verdict(damaged) == "other 0")
    }

    @Test func `the time is the caller's, to the second`() throws {
        let leaf = try Certificate(der: pki.leaf)
        func verdict(_ seconds: Int64) throws -> String {
            try self.verdict(pki.leaf, [pki.intermediate], at: UnixTime(seconds: seconds))
        }
        #expect(try verdict(leaf.notBefore.seconds - 1) == "not yet valid 0")
        #expect(try verdict(leaf.notBefore.seconds) == "accepted")
        #expect(try verdict(leaf.notAfter.seconds) == "accepted")
        #expect(try verdict(leaf.notAfter.seconds + 1) == "expired 0")
    }

    @Test func `threads may share a verification`() throws {
        let verification = try ChainVerification(anchors: certificates([pki.root]), excusingOnLeaf: marker)
        let chain = certificates(pki.certificates)
        DispatchQueue.concurrentPerform(iterations: 64) { _ in
            let anchor = try? verification.verify(leaf: chain[0], intermediates: [chain[1]], at: now)
            #expect(anchor?.der == pki.root)
        }
    }
}
