import Cryptography
import Foundation
import Provisioning
import TestSupport
import Testing

private struct Limbo: Decodable {
    let testcases: [Case]

    struct Case: Decodable {
        let id: String
        let trusted_certs: [String]
        let untrusted_intermediates: [String]
        let peer_certificate: String
        let validation_time: String?
        let crls: [String]
        let x_ours: Ours
    }
    struct Ours: Decodable {
        let core_expect: String
    }
}

/// C2SP/x509-limbo at the chain core: strict parsing, version 3 (C02), the path with its dates (C03-C05, C12)
/// a leaf that is no authority (C06), and revocation lists (C13). The rules about Apple's kind of leaf do not apply to these chains.
@Suite(
    .enabled(
        if: SharedData.has("x509-limbo/limbo-relevant.json"), Comment(rawValue: SharedData.missing)))
struct LimboTests {
    /// Cases whose expected result is not the core's, each with its reason.
    static let excluded: [String: String] = {
        var reasons: [String: String] = [:]
        func exclude(_ ids: [String], _ reason: String) { for id in ids { reasons[id] = reason } }
        exclude(
            [
                "cve::cve-2024-0567", "pathlen::intermediate-pathlen-may-increase",
                "pathlen::self-issued-certs-pathlen", "pathlen::max-chain-depth-1-self-issued",
                "rfc5280::unknown-critical-extension-unrelated-intermediate",
            ], "accepted by a builder of paths; here the path is what was given, with no certificate to spare"
        )
        exclude(
            ["crl::issuer-no-keyusage-extension"],
            "RFC 5280 lets an authority have no keyUsage; OpenSSL's strict mode and C04 do not")
        exclude(
            [
                "rfc5280::eku::ee-wrong-eku", "webpki::eku::ee-anyeku", "webpki::eku::ee-critical-eku",
                "webpki::eku::ee-without-eku", "webpki::eku::root-has-eku",
            ], "asks for serverAuth, which C10 refuses")
        exclude(
            [
                "rfc5280::nc::permitted-dns-match-noncritical", "rfc5280::nc::invalid-dnsname-leading-period",
                "rfc5280::nc::not-allowed-in-ee-noncritical", "rfc5280::nc::not-allowed-in-ee-critical",
                "rfc5280::nc::nc-permits-invalid-dns-san", "rfc5280::nc::nc-forbids-dnsname-wildcard-san",
                "rfc5280::pc::ica-noncritical-pc",
                "webpki::nc::intermediate-permitted-excluded-subtrees-both-null",
                "webpki::nc::intermediate-permitted-excluded-subtrees-both-empty-sequences",
            ], "OpenSSL is lenient about the form of constraints, which no authority of the pinned root uses")
        exclude(
            [
                "rfc5280::nc::nc-forbids-alternate-chain-ica", "rfc5280::nc::nc-forbids-same-chain-ica",
            ], "needs a search for another path; refusing is safe")
        return reasons
    }()

    /// What the core says where either answer is good.
    static let choices: [String: Bool] = [
        // Depth 0 is no setting here.
        "pathlen::max-chain-depth-0-exhausted": true,
        // A serial number is looked at by revocation alone.
        "rfc5280::serial::too-long": true, "rfc5280::serial::zero": true,
        // RSA.
        "rfc5280::serial::negative": false, "webpki::cryptographydotio-chain": false,
        // Whole seconds, both limits included.
        "rfc5280::validity::notbefore-fractional": false, "rfc5280::validity::notafter-exact": true,
        "rfc5280::validity::notafter-fractional": true,
        // The order of the certificates is theirs who send them.
        "rfc5280::root-and-intermediate-swapped": false,
        // A root is pinned by digest; that it names itself oddly is no matter unless OpenSSL cannot build the path.
        "rfc5280::aki::cross-signed-root-missing-aki": false,
        "webpki::aki::root-with-aki-missing-keyidentifier": true,
        "webpki::aki::root-with-aki-authoritycertissuer": false,
        "webpki::aki::root-with-aki-authoritycertserialnumber": false,
        "webpki::aki::root-with-aki-all-fields": false, "webpki::aki::root-with-aki-ski-mismatch": false,
        // Strict DER is asked of every extension that RFC 5280 defines.
        "webpki::malformed-aia": false,
    ]

    @Test func `every case has its expected result, its choice or its reason for being left out`() throws {
        let cases = try SharedData.json("x509-limbo/limbo-relevant.json", as: Limbo.self).testcases
        for test in cases {
            var expected: Bool
            switch test.x_ours.core_expect {
            case "SUCCESS": expected = true
            case "FAILURE": expected = false
            default: expected = try #require(Self.choices[test.id] as Bool?, "\(test.id) is without a choice")
            }
            // What is left out must need it.
            if Self.excluded[test.id] != nil { expected.toggle() }
            #expect(try isAccepted(test) == expected, "\(test.id)")
        }
        let known = Set(cases.map(\.id))
        #expect(known.isSuperset(of: Self.excluded.keys) && known.isSuperset(of: Self.choices.keys))
        #expect(cases.count == 149 && Self.excluded.count == 22)
    }

    private func isAccepted(_ test: Limbo.Case) throws -> Bool {
        // Sub-second digits end here: the core's time is in whole seconds.
        let whole = test.validation_time.map { $0.prefix(19) + "Z" } ?? "2026-11-30T00:00:00Z"
        let date = try #require(ISO8601DateFormatter().date(from: String(whole)))
        do {
            let verification = try ChainVerification(
                anchors: try certificates(test.trusted_certs),
                excusingOnLeaf: ObjectIdentifier(1, 2, 840, 113635, 100, 6, 39))
            let path = try certificates([test.peer_certificate] + test.untrusted_intermediates)
            guard path.allSatisfy({ $0.version == 3 }), path[0].basicConstraints?.isAuthority != true else {
                return false
            }
            let anchor = try verification.verify(
                leaf: path[0], intermediates: Array(path.dropFirst()),
                at: UnixTime(seconds: Int64(date.timeIntervalSince1970)))
            // As C13 in its strict mode; these leaves stand directly under the root.
            let lists = try test.crls.flatMap { try RevocationList.lists(file: Array($0.utf8)) }
            let authentic = lists.filter { $0.isIssued(by: anchor) }
            return lists.isEmpty
                || !authentic.isEmpty && !authentic.contains { $0.revokes(path[0].serial) }
        } catch {
            return false
        }
    }

    private func certificates(_ texts: [String]) throws -> [Certificate] {
        try texts.flatMap { try Certificate.certificates(pem: Array($0.utf8)) }
    }
}
