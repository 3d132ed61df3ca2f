import Cryptography
import Foundation
import Provisioning
import Testing
import Wallet

/// C13: revocation lists.
@Suite struct RevocationTests {
    private static let leafSerial: [UInt8] = [0x11, 0x22, 0x33]
    private static let intermediateSerial: [UInt8] = [0x44, 0x55, 0x66]
    private static let now = ChainVariant.now

    private let pki: SimulatedPKI

    init() throws {
        pki = try SimulatedPKI.make(
            now: Self.now, intermediate: { $0.serial = Self.intermediateSerial },
            leaf: { $0.serial = Self.leafSerial })
    }

    /// The last line of the record, and the refusal if there was one.
    private func judge(
        _ pki: SimulatedPKI, _ lists: [[UInt8]], _ mode: RevocationPolicy.Mode
    ) throws -> (rule: String, verdict: Check.Verdict, refusal: Refusal?) {
        let policy = try policy([pki.root]).checking(
            RevocationPolicy(lists: lists.map { try RevocationList(der: $0) }, mode: mode))
        var checks = emptyChecks()
        var refusal: Refusal?
        do throws(Refusal) {
            _ = try UnverifiedChain(certificates: pki.certificates)
                .verified(against: policy, at: UnixTime(seconds: Self.now), recording: &checks)
        } catch {
            refusal = error
        }
        let last = try #require(checks.lines.last)
        return ("\(last.rule)", last.verdict, refusal)
    }

    /// That both modes say yes, or both no.
    private func expect(
        _ lists: [[UInt8]], revoked: Bool, _ location: SourceLocation = #_sourceLocation
    ) throws {
        for mode in RevocationPolicy.Mode.allCases {
            let (rule, verdict, refusal) = try judge(pki, lists, mode)
            #expect(rule == "C13" && verdict == (revoked ? .refused : .passed), sourceLocation: location)
            #expect(refusal == (revoked ? .certificateRevoked : nil), sourceLocation: location)
        }
    }

    /// That nothing is known: a note in one mode, a refusal in the other.
    private func expectUnknown(
        _ lists: [[UInt8]], _ pki: SimulatedPKI? = nil, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let (rule, verdict, refusal) = try judge(pki ?? self.pki, lists, .warn)
        #expect(rule == "C13" && verdict == .notVerified && refusal == nil, sourceLocation: location)
        let strict = try judge(pki ?? self.pki, lists, .strict)
        #expect(strict.verdict == .refused && strict.refusal == .certificateRevoked, sourceLocation: location)
    }

    private func leaves(
        _ revoked: [[UInt8]] = [], _ twist: (inout RevocationListTemplate) -> Void = { _ in }
    ) throws -> [UInt8] { try pki.leafRevocations(revoked, now: Self.now, twist) }

    private func intermediates(
        _ revoked: [[UInt8]] = [], _ twist: (inout RevocationListTemplate) -> Void = { _ in }
    ) throws -> [UInt8] { try pki.intermediateRevocations(revoked, now: Self.now, twist) }

    @Test func `a certificate on its authority's list is refused, another is not`() throws {
        try expect([leaves(), intermediates()], revoked: false)
        try expect([leaves([[0x11, 0x22, 0x34], [0x22, 0x33]]), intermediates()], revoked: false)
        try expect([leaves([[0x01], Self.leafSerial]), intermediates()], revoked: true)
        try expect([leaves(), intermediates([Self.intermediateSerial])], revoked: true)
        // A serial number is its authority's own.
        try expect([leaves([Self.intermediateSerial]), intermediates([Self.leafSerial])], revoked: false)
    }

    @Test func `a list speaks from its first second to its last`() throws {
        let now = Self.now
        try expect(
            [leaves { ($0.thisUpdate, $0.nextUpdate) = (now, now) }, intermediates()], revoked: false)
        try expectUnknown([leaves { $0.nextUpdate = now - 1 }, intermediates()])
        try expectUnknown([leaves { $0.thisUpdate = now + 1 }, intermediates()])
        try expectUnknown([leaves(), intermediates { $0.nextUpdate = now - 1 }])
        // An old list beside a new one does no harm; and once revoked is revoked.
        try expect([leaves { $0.nextUpdate = now - 1 }, leaves(), intermediates()], revoked: false)
        try expect([leaves([Self.leafSerial]) { $0.nextUpdate = now - 1 }, intermediates()], revoked: true)
    }

    @Test func `a list that is not the authority's says nothing`() throws {
        let stranger = try SimulatedPKI.make(now: Self.now)
        try expectUnknown([])
        try expectUnknown([leaves()])
        try expectUnknown([intermediates()])
        try expectUnknown([
            stranger.leafRevocations([Self.leafSerial], now: Self.now), intermediates(),
        ])
        let identifier = try pki.intermediateKey.keyIdentifier()
        let forged = try stranger.leafRevocations([Self.leafSerial], now: Self.now) {
            $0.extensions[0] = .authorityKey(identifier)
        }
        try expectUnknown([forged, intermediates()])
        try expectUnknown([leaves([Self.leafSerial]) { $0.signatureDamage = 1 }, intermediates()])
        try expectUnknown([
            leaves([Self.leafSerial]) { $0.issuer = SimulatedPKI.leafName }, intermediates(),
        ])
        try expectUnknown([
            leaves([Self.leafSerial]) { $0.extensions[0] = .authorityKey([1, 2, 3]) }, intermediates(),
        ])
        let unable = try SimulatedPKI.make(
            now: Self.now, intermediate: { $0.replace(.keyUsage([.keyCertSign])) })
        try expectUnknown(
            [
                unable.leafRevocations([], now: Self.now), unable.intermediateRevocations([], now: Self.now),
            ], unable)
    }

    @Test func `without lists in the policy C13 is not asked`() throws {
        let findings = UnverifiedChain(certificates: pki.certificates)
            .explained(against: try policy([pki.root]), at: UnixTime(seconds: Self.now))
        #expect(findings.map { "\($0.rule)" }.last == "C12")
    }

    /// Why bytes are no list; null where they are one.
    private func refusal(_ der: [UInt8]) -> RevocationListError? {
        do throws(RevocationListError) {
            _ = try RevocationList(der: der)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a list of another kind cannot be loaded`() throws {
        let number = DER.integer(1)
        #expect(try refusal(leaves()) == nil)
        #expect(try refusal(leaves { $0.extensions.removeFirst() }) == nil)
        #expect(try refusal(leaves { $0.nextUpdate = nil }) == .unsupported)
        #expect(try refusal(leaves { $0.extensions.removeLast() }) == .unsupported)
        #expect(try refusal(leaves { $0.extensions[1].critical = true }) == .unsupported)
        #expect(try refusal(leaves { $0.extensions.append($0.extensions[1]) }) == .unsupported)
        #expect(try refusal(leaves { $0.extensions = [] }) == .unsupported)
        #expect(try refusal(leaves { $0.digest = .sha1 }) == .unsupported)
        // A delta, and a part.
        for oid in ["2.5.29.27", "2.5.29.28"] {
            let twisted = try leaves {
                $0.extensions.append(
                    ExtensionTemplate(
                        oid: oid, critical: true, value: oid.hasSuffix("7") ? number : DER.sequence()))
            }
            #expect(refusal(twisted) == .unsupported)
        }
        #expect(try refusal(leaves() + [0]) == .malformed(.trailingBytes))
        #expect(refusal(pki.leaf) == .malformed(.unexpected))
        #expect(refusal([]) == .malformed(.truncated))
    }

    @Test func `a file is one list in DER or several in PEM`() throws {
        func pem(_ der: [UInt8]) -> String {
            "-----BEGIN X509 CRL-----\n\(Data(der).base64EncodedString(options: .lineLength64Characters))\n"
                + "-----END X509 CRL-----\n"
        }
        let (first, second) = (try leaves(), try intermediates())
        #expect(try RevocationList.lists(file: first).count == 1)
        let lists = try RevocationList.lists(file: Array((pem(first) + pem(second)).utf8))
        #expect(
            lists.map(\.issuer)
                == (try [pki.intermediate, pki.root].map { try Certificate(der: $0).subject }))
        for text in ["", "nothing", pem(first) + PEM.certificate(pki.root), String(pem(first).dropLast(30))] {
            #expect(throws: RevocationListError.notPEM) {
                try RevocationList.lists(file: Array(text.utf8))
            }
        }
    }
}
