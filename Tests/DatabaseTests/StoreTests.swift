import Database
import Foundation
import Provisioning
import TestSupport
import Testing

@Suite(.enabled(if: TestCluster.isThere, "\(TestCluster.missing)"))
struct StoreTests {
    @Test func `an authorised attempt that failed says so, with the checks that came after`() throws {
        let fixture = try Fixture()
        let attempt = UUID()
        #expect(try fixture.store.authorise(Fixture.question(attempt: attempt)).card != nil)
        let check = Check(rule: "vault", verdict: .failed, microseconds: 5)
        try fixture.store.fail(attempt: attempt, .vaultCannotOpen, checks: [check])
        #expect(
            try fixture.database.sql("select outcome, error, reason from admin.attempts")
                == "failed|APPLE_PAY_PROVISIONING_FAILED|vault_cannot_open")
        #expect(
            try fixture.database.sql("select rule, verdict from admin.attempt_checks order by number")
                == "authorise|passed\nvault|failed")
        // It is not there to fail a second time, nor is one that was never authorised.
        for id in [attempt, UUID()] {
            #expect(throws: StoreError.incompatible) {
                try fixture.store.fail(attempt: id, .selfCheckFailed, checks: [])
            }
        }
    }

    @Test(arguments: [("alice", true), ("bob", false)])
    func `a refusal from before the database step names the card only where it is the caller's`(
        caller: String, names: Bool
    ) throws {
        let fixture = try Fixture()
        let refusal = RecordedRefusal(
            attempt: UUID(), requestID: UUID(), cardholder: caller, card: Fixture.card, device: .watch,
            appVersion: nil, error: "APPLE_PAY_INVALID_DATA", reason: "certificate_untrusted",
            noncePolicy: .forward,
            checks: [Check(rule: "C03", verdict: .refused, microseconds: 1)])
        try fixture.store.record(refusal)
        try fixture.store.record(refusal)
        let id = names ? Fixture.card.uuidString.lowercased() : ""
        #expect(
            try fixture.database.sql(
                "select cardholder, card, device_type, app_version, outcome, error, reason, nonce_policy from admin.attempts"
            )
                == "\(caller)|\(id)|watch||refused|APPLE_PAY_INVALID_DATA|certificate_untrusted|forward")
        #expect(try fixture.database.sql("select rule, verdict from admin.attempt_checks") == "C03|refused")
    }

    @Test func `a cardholder sees his own cards, or the one of them that is named`() throws {
        let fixture = try Fixture()
        let second = UUID()
        try fixture.database.sql(
            """
            select admin.add_card('\(second)', 'alice', 'p', '\\x\(Fixture.sealedPAN.hex)', '4444', 12, 2030,
              'A. EXAMPLE', true);
            update vault.cards set activated_at = '2026-01-02 03:04:05.678Z' where id = '\(Fixture.card)'
            """)
        let cards = try fixture.store.cards(of: "alice", card: nil)
        #expect(cards.map(\.id) == [Fixture.card, second])
        #expect(cards.map(\.lastFour) == ["1111", "4444"])
        #expect(cards.map(\.status) == [.active, .notActivated])
        #expect(cards.map(\.virtual) == [false, true])
        #expect(cards.map(\.activatedAt) == [1_767_323_045, nil])
        #expect(cards.map(\.cardholderName) == ["ALICE EXAMPLE", "A. EXAMPLE"])
        #expect(cards.map(\.localizedDescription) == ["The Card", "The Card"])
        #expect(cards.map(\.network) == [.visa, .visa])
        #expect(cards.map(\.refusal) == [nil, .cardNotActivated])
        #expect(try fixture.store.cards(of: "alice", card: second).map(\.id) == [second])
        #expect(try fixture.store.cards(of: "alice", card: UUID()).isEmpty)
        #expect(try fixture.store.cards(of: "bob", card: second).isEmpty)
        #expect(try fixture.store.cards(of: "nobody", card: nil).isEmpty)
    }

    @Test func `a card is good through the last instant of its expiry month, in UTC`() throws {
        let fixture = try Fixture()
        // Judged at an instant of the test's choosing: the function's now() is replaced by a setting.
        try fixture.database.sql(
            """
            do $$ begin
              execute replace(pg_get_functiondef('vault.effective_status(text, smallint, smallint)'::regprocedure),
                'now()', 'current_setting(''test.now'')::timestamptz');
            end $$
            """)
        for (now, status) in [
            ("2031-02-28 23:59:59.999999Z", "active"), ("2031-03-01 00:00:00Z", "expired"),
            ("2031-03-01 00:30:00+01", "active"), ("2031-02-28 23:30:00-01", "expired"),
        ] {
            let found = try fixture.database.sql(
                "set timezone = 'America/New_York'; set test.now = '\(now)'; select status from admin.cards")
            #expect(found == status, "\(now)")
        }
    }

    @Test func `what has expired is purged, in batches, and nothing else`() throws {
        let fixture = try Fixture()
        #expect(try fixture.store.authorise(Fixture.question()).card != nil)
        #expect(try fixture.store.purgeExpired() == 0)
        try fixture.database.sql(
            """
            insert into vault.used_nonces select sha256(n::text::bytea), gen_random_uuid(), now()
            from generate_series(1, 10001) n;
            insert into vault.card_attempts values (gen_random_uuid(), now() - interval '1 hour', 1);
            insert into vault.cardholder_attempts values ('old', now() - interval '1 hour', 1);
            """)
        #expect(try fixture.store.purgeExpired() == 10002)
        #expect(try fixture.store.purgeExpired() == 1)
        #expect(try fixture.store.purgeExpired() == 0)
        #expect(try fixture.database.sql("select count(*) from vault.used_nonces") == "1")
        #expect(try fixture.database.sql("select count(*) from vault.card_attempts") == "1")
        #expect(try fixture.database.sql("select cardholder from vault.cardholder_attempts") == "alice")
    }

    @Test func `readiness tells the schema, a pause, and the head of the chain`() throws {
        let fixture = try Fixture()
        let before = try fixture.store.readiness()
        #expect(before.schemaFits && before.isWritable && !before.isPaused && !before.ownsTables)
        try fixture.database.sql("select admin.pause_provisioning('tests')")
        let after = try fixture.store.readiness()
        #expect(after.isPaused)
        #expect(after.actionHead != before.actionHead)
        #expect(try after.actionHead?.hex == fixture.database.sql("select head from audit.verify_chain()"))
    }

    @Test func `the enabled programs come with the provider and key that provisioning would use`() throws {
        let fixture = try Fixture()
        func programs() throws -> [String] {
            try fixture.store.enabledPrograms().map { program in
                let activation = program.activation
                return "\(program.id) \(activation?.provider?.rawValue ?? "-") \(activation?.key ?? "-")"
            }
        }
        #expect(try programs() == ["p issuer_otp otp-1"])
        try fixture.database.sql(
            """
            select admin.add_program('amex', 'Amex', 'amex', 'The Card'),
              admin.add_program('mc', 'Mastercard', 'mastercard', 'The Card'),
              admin.set_activation('mc', 'mastercard_tav4', 'tav'), admin.set_activation('p', 'visa_mbpac', 'wsd-1');
            """)
        #expect(try programs() == ["amex - -", "mc mastercard_tav4 tav", "p visa_mbpac wsd-1"])
        try fixture.database.sql("select admin.disable_program('p'), admin.disable_program('amex')")
        #expect(try programs() == ["mc mastercard_tav4 tav"])
        // A later schema's provider is this version's to miss, not to stumble over.
        try fixture.database.sql(
            """
            alter table vault.programs drop constraint "an activation provider is one that exists";
            update vault.programs set activation_provider = 'amex_later' where id = 'mc'
            """)
        #expect(try programs() == ["mc - tav"])
    }
}
