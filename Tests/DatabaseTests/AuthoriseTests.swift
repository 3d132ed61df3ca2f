import Database
import Foundation
import Provisioning
import TestSupport
import Testing

@Suite(.enabled(if: TestCluster.isThere, "\(TestCluster.missing)"))
struct AuthoriseTests {
    @Test func `an authorised question gets what a payload needs, and its row is committed`() throws {
        let fixture = try Fixture()
        let attempt = UUID()
        let checks = [
            Check(rule: "C01", verdict: .passed, microseconds: 12),
            Check(
                rule: "nonce_signature", verdict: .notVerified, microseconds: 3,
                detail: #"forwarded, "not" \ verified"#),
        ]
        let answer = try fixture.store.authorise(
            Fixture.question(attempt: attempt, authcode: Fixture.digest(7), checks: checks))
        let card = try #require(answer.card)
        #expect(card.card == Fixture.card)
        #expect(card.cardholder == "alice")
        #expect(card.sealedPAN == Fixture.sealedPAN)
        #expect(card.lastFour == [UInt8]("1111".utf8))
        #expect(card.expiryMonth == 2)
        #expect(card.expiryYear == 2031)
        #expect(card.cardholderName == "ALICE EXAMPLE")
        #expect(card.network == .visa)
        #expect(card.activation == .issuerOTP)
        #expect(card.activationKey == "otp-1")
        #expect(card.productType == nil)
        let row = try fixture.database.sql(
            """
            select id, outcome, error, reason, card, device_type, app_version, nonce_policy,
              encode(authcode_digest, 'hex')
            from admin.attempts
            """)
        #expect(
            row == "\(attempt.uuidString.lowercased())|authorised|||\(Fixture.card.uuidString.lowercased())"
                + "|mobile_phone|1.0|leaf|")
        let lines = try fixture.database.sql(
            "select number, rule, verdict, case when number < 3 then microseconds end, detail from admin.attempt_checks"
        )
        #expect(
            lines == """
                1|C01|passed|12|
                2|nonce_signature|not_verified|3|forwarded, "not" \\ verified
                3|authorise|passed||
                """)
    }

    @Test(arguments: [
        ("select admin.pause_provisioning('tests')", Refusal.provisioningPaused),
        ("select admin.freeze_card('ID')", .cardFrozen),
        ("select admin.block_card('ID')", .cardBlocked),
        ("select admin.report_lost('ID')", .cardLost),
        ("select admin.report_stolen('ID')", .cardStolen),
        ("update vault.cards set status = 'expired'", .cardExpired),
        ("update vault.cards set expiry_year = 2020", .cardExpired),
        ("select admin.report_lost('ID'); select admin.close_card('ID')", .cardClosed),
        ("update vault.cards set status = 'not_activated'", .cardNotActivated),
        ("select admin.block_cardholder('alice')", .cardholderBlocked),
        ("select admin.disable_program('p')", .programDisabled),
        ("select admin.disable_card('ID')", .cardDisabled),
        ("update vault.programs set activation_provider = null, activation_key = null", .networkUnsupported),
        ("update vault.programs set payload_configuration = 2", .networkUnsupported),
    ])
    func `a card that may not go is refused with its reason, uses no nonce up, and is shown so`(
        change: String, reason: Refusal
    ) throws {
        let fixture = try Fixture()
        let change = change.replacingOccurrences(of: "ID", with: "\(Fixture.card)")
        try fixture.database.sql(change)
        let answer = try fixture.store.authorise(Fixture.question())
        #expect(answer.refusal == reason)
        #expect(
            try fixture.database.sql("select outcome, reason from admin.attempts")
                == "refused|\(reason.rawValue)")
        #expect(try fixture.database.sql("select count(*) from vault.used_nonces") == "0")
        #expect(try fixture.store.cards(of: "alice", card: nil).map(\.refusal) == [reason])
    }

    @Test(arguments: [
        ("issuer_otp", Network.visa, false), ("visa_mbpac", .visa, true), ("issuer_otp", .mastercard, false),
        ("mastercard_tav3", .mastercard, false), ("mastercard_tav4", .mastercard, false),
    ])
    func `an authcode's digest is kept for Visa's own activation data alone, and only with an answer`(
        provider: String, network: Network, kept: Bool
    ) throws {
        let fixture = try Fixture(network: network)
        try fixture.database.sql("select admin.set_activation('p', '\(provider)', 'k')")
        let (digest, authcode) = (Fixture.digest(1), Fixture.digest(7))
        let question = Fixture.question(digests: [digest], authcode: authcode)
        #expect(try fixture.store.authorise(question).card?.activation.rawValue == provider)
        let replay = Fixture.question(digests: [digest], authcode: Fixture.digest(8))
        #expect(try fixture.store.authorise(replay).refusal == .nonceReplayed)
        #expect(
            try fixture.database.sql(
                "select encode(authcode_digest, 'hex') from admin.attempts where authcode_digest is not null")
                == (kept ? authcode.hex : ""))
    }

    @Test func `a pause says when to come back`() throws {
        let fixture = try Fixture()
        try fixture.database.sql("select admin.pause_provisioning('tests')")
        #expect(try fixture.store.authorise(Fixture.question()).retryAfter == 60)
        try fixture.database.sql("select admin.resume_provisioning()")
        #expect(try fixture.store.authorise(Fixture.question()).card != nil)
    }

    @Test func `another's card and no card at all are the same refusal, and neither names the card`() throws {
        let fixture = try Fixture()
        #expect(try fixture.store.authorise(Fixture.question(caller: "bob")).refusal == .cardNotFound)
        #expect(
            try fixture.store.authorise(Fixture.question(caller: "bob", card: UUID())).refusal
                == .cardNotFound)
        let rows = try fixture.database.sql("select cardholder, card, error, reason from admin.attempts")
        #expect(rows == "bob||CARD_NOT_FOUND|card_not_found\nbob||CARD_NOT_FOUND|card_not_found")
        #expect(try fixture.database.sql("select count(*) from vault.card_attempts") == "0")
        #expect(
            try fixture.database.sql("select cardholder, attempts from vault.cardholder_attempts") == "bob|2")
    }

    @Test func `a product type must be one of the program's, and reaches a Mastercard payload alone`() throws
    {
        let visa = try Fixture()
        #expect(try visa.store.authorise(Fixture.question(productType: "SILVER")).refusal == .invalidField)
        #expect(try visa.database.sql("select count(*) from vault.used_nonces") == "0")
        let gold = try visa.store.authorise(Fixture.question(productType: "GOLD"))
        #expect(gold.card != nil && gold.card?.productType == nil)

        let mastercard = try Fixture(network: .mastercard)
        #expect(
            try mastercard.store.authorise(Fixture.question(productType: "GOLD")).card?.productType == "GOLD")
        #expect(try mastercard.store.authorise(Fixture.question()).card?.productType == "PLAIN")
    }

    @Test func `a nonce works once for a cardholder, under either replay key`() throws {
        let fixture = try Fixture()
        let (new, old) = (Fixture.digest(1), Fixture.digest(2))
        #expect(try fixture.store.authorise(Fixture.question(digests: [new, old])).card != nil)
        for digests in [[new, old], [new], [old], [Fixture.digest(), old], [new, Fixture.digest()]] {
            #expect(try fixture.store.authorise(Fixture.question(digests: digests)).refusal == .nonceReplayed)
        }
    }

    @Test func `a nonce whose day has passed may be claimed again, not before`() throws {
        let fixture = try Fixture()
        let digest = Fixture.digest(1)
        #expect(try fixture.store.authorise(Fixture.question(digests: [digest])).card != nil)
        let kept = try fixture.database.sql("select expires_at - now() > '23:59' from vault.used_nonces")
        #expect(kept == "t")
        try fixture.database.sql("update vault.used_nonces set expires_at = now() + interval '1 minute'")
        #expect(try fixture.store.authorise(Fixture.question(digests: [digest])).refusal == .nonceReplayed)
        #expect(try fixture.store.purgeExpired() == 0)
        try fixture.database.sql("update vault.used_nonces set expires_at = now()")
        #expect(try fixture.store.authorise(Fixture.question(digests: [digest])).card != nil)
    }

    @Test(arguments: [("card", Refusal.cardAllowance), ("cardholder", .cardholderAllowance)])
    func `an allowance lets through its number and refuses one past, until its window closes`(
        kind: String, reason: Refusal
    ) throws {
        let fixture = try Fixture()
        try fixture.database.sql("select admin.set_allowance('\(kind)', 3, interval '10 minutes')")
        let digest = Fixture.digest(9)
        #expect(try fixture.store.authorise(Fixture.question(digests: [digest])).card != nil)
        #expect(try fixture.store.authorise(Fixture.question(digests: [digest])).refusal == .nonceReplayed)
        #expect(try fixture.store.authorise(Fixture.question()).card != nil)
        for _ in 0..<3 {
            let answer = try fixture.store.authorise(Fixture.question())
            #expect(answer.refusal == reason)
            #expect(try (590...600).contains(#require(answer.retryAfter)))
        }
        #expect(try fixture.database.sql("select attempts from vault.card_attempts") == "3")
        #expect(try fixture.database.sql("select attempts from vault.cardholder_attempts") == "3")
        try fixture.database.sql(
            "update vault.\(kind)_attempts set window_opened_at = now() - interval '10 minutes'")
        #expect(try fixture.store.authorise(Fixture.question()).card != nil)
        #expect(try fixture.database.sql("select attempts from vault.\(kind)_attempts") == "1")
    }

    @Test func `what the caller sent is a value, never SQL, and is never cut short`() throws {
        let fixture = try Fixture()
        let caller = #"o'brien"; drop table vault.cards; --"#
        #expect(try fixture.store.authorise(Fixture.question(caller: caller)).refusal == .cardNotFound)
        #expect(try fixture.database.sql("select cardholder from admin.attempts") == caller)
        #expect(throws: StoreError.unavailable) {
            try fixture.store.authorise(Fixture.question(caller: "alice\0"))
        }
        #expect(try fixture.database.sql("select count(*) from admin.attempts") == "1")
        #expect(try fixture.store.authorise(Fixture.question()).card != nil)
    }

    @Test func `an attempt's id is taken once`() throws {
        let fixture = try Fixture()
        let attempt = UUID()
        #expect(try fixture.store.authorise(Fixture.question(attempt: attempt)).card != nil)
        #expect(throws: StoreError.unavailable) {
            try fixture.store.authorise(Fixture.question(attempt: attempt))
        }
        #expect(try fixture.database.sql("select count(*) from vault.used_nonces") == "1")
    }

    @Test func `of fifty at once with one nonce over eight connections exactly one is authorised`() throws {
        let fixture = try Fixture()
        try fixture.database.sql(
            "select admin.set_allowance('card', 1000, interval '1 hour'), admin.set_allowance('cardholder', 1000, interval '1 hour')"
        )
        let stores = (0..<8).map { _ in WorkerStore(fixture.database.settings()) }
        let outcomes = Tally()
        onThreads(8) { worker in
            for number in stride(from: worker, to: 50, by: 8) {
                _ = number
                do {
                    let answer = try stores[worker].authorise(Fixture.question(digests: [Fixture.digest(3)]))
                    outcomes.add(answer.refusal?.rawValue ?? "authorised")
                } catch {
                    outcomes.add("\(error)")
                }
            }
        }
        #expect(outcomes.counts == ["authorised": 1, "nonce_replayed": 49])
        let rows = try fixture.database.sql(
            "select outcome, count(*) from admin.attempts group by 1 order by 1")
        #expect(rows == "authorised|1\nrefused|49")
    }

    @Test func `an allowance is exact with many at once`() throws {
        let fixture = try Fixture()
        try fixture.database.sql("select admin.set_allowance('card', 10, interval '1 hour')")
        let stores = (0..<8).map { _ in WorkerStore(fixture.database.settings()) }
        let outcomes = Tally()
        onThreads(8) { worker in
            for _ in 0..<4 {
                let answer = try? stores[worker].authorise(Fixture.question())
                outcomes.add(answer?.refusal?.rawValue ?? (answer == nil ? "error" : "authorised"))
            }
        }
        #expect(outcomes.counts == ["authorised": 10, "card_allowance": 22])
    }
}

/// Counts words from many threads.
final class Tally: @unchecked Sendable {
    private let lock = NSLock()
    private var words: [String: Int] = [:]

    func add(_ word: String) { lock.withLock { words[word, default: 0] += 1 } }
    var counts: [String: Int] { lock.withLock { words } }
}
