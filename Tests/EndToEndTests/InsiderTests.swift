import Foundation
import TestSupport
import Testing
import Wallet

/// One who owns the database tries to provision a card whose PAN he does not know: whatever he writes into the rows,
/// the server opens nothing, says so, and counts it.
@Suite(.serialized, .enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct InsiderTests {
    /// A server with its metrics, on a database whose constraints the insider has dropped. The vault has a key that
    /// was retired: its file is gone.
    private final class Scene: @unchecked Sendable {
        let server: RunningServer
        let port: UInt16
        let retired: String
        private let keys: CardVault

        init() throws {
            keys = try CardVault()
            let other = try keys.keygen()
            let alices = "a11ce000-0000-4000-8000-000000000001,00000000-0000-4000-8000-0000000a11ce"
            retired = try vault(
                ["seal", "--public-key", "\(keys.path)/vault-\(other).pub.pem"],
                input: "\(alices),4111111111111111,2030-12"
            ).output.trimmingCharacters(in: .newlines)
            try keys.retire(other)
            port = try freePort()
            server = try RunningServer(
                database: keys.database,
                settings: [
                    "PASSWRIGHT_VAULT_KEYS": keys.path, "PASSWRIGHT_METRICS_LISTEN": "127.0.0.1:\(port)",
                ])
            try server.database.sql(
                """
                alter table vault.cards drop constraint "a sealed PAN has the form of version 1";
                create table public.before as select id, cardholder, sealed_pan, pan_last4, expiry_year from vault.cards
                """)
        }

        func alarms() throws -> Int {
            let page = try RawHTTP.send(RawHTTP.request("GET", "/metrics"), port: port)
            let line = try #require(
                String(decoding: page.body, as: UTF8.self).split(separator: "\n")
                    .first { $0.hasPrefix("passwright_integrity_alarms_total ") })
            return try #require(Int(line.split(separator: " ")[1]))
        }

        /// The card with everything as it was.
        func putRight() throws {
            try server.database.sql(
                """
                update vault.cards c set cardholder = b.cardholder, sealed_pan = b.sealed_pan,
                  pan_last4 = b.pan_last4, expiry_year = b.expiry_year
                from public.before b where b.id = c.id
                """)
        }
    }
    private static let scene = Result { try Scene() }

    struct Move: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// `$card` is Alice's Visa, `$other` another card of hers, `$bobs` one of Bob's.
        let sql: String
        let detail: String
        /// Which card Alice then provisions.
        let card: String

        init(_ name: String, _ sql: String, _ detail: String, card: String = "$card") {
            testDescription = name
            self.sql = sql
            self.detail = detail
            self.card = card
        }

        /// `sealed_pan` of Alice's card becomes that.
        static func seal(_ name: String, _ value: String, _ detail: String) -> Move {
            Move(name, "update vault.cards set sealed_pan = \(value) where id = '$card'", detail)
        }
        /// One bit of a byte.
        static func flip(_ name: String, byte: Int, _ detail: String) -> Move {
            seal(name, "set_byte(sealed_pan, \(byte), get_byte(sealed_pan, \(byte)) # 1)", detail)
        }
    }

    static let moves: [Move] = [
        Move(
            "sealed PANs swapped between two cards of one cardholder",
            """
            update vault.cards c set sealed_pan = b.sealed_pan from public.before b
            where (c.id, b.id) in (('$card', '$other'), ('$other', '$card'))
            """, "does not open"),
        Move(
            "another cardholder's sealed PAN, with its last four digits and expiry",
            """
            update vault.cards c set sealed_pan = b.sealed_pan, pan_last4 = b.pan_last4, expiry_year = b.expiry_year
            from public.before b where c.id = '$card' and b.id = '$bobs'
            """, "does not open"),
        Move(
            "another's card given to the caller",
            "update vault.cards set cardholder = (select cardholder from public.before where id = '$card') "
                + "where id = '$bobs'", "does not open", card: "$bobs"),
        Move(
            "expiry changed", "update vault.cards set expiry_year = 2031 where id = '$card'", "does not open"),
        Move(
            "last four changed", "update vault.cards set pan_last4 = '0000' where id = '$card'",
            "last four differ"),
        .flip("a bit of the version", byte: 0, "unknown version"),
        .flip("a bit of the key id", byte: 2, "unknown key"),
        .flip("a bit of the point's form", byte: 5, "malformed"),
        .flip("a bit of the point", byte: 30, "malformed"),
        .flip("a bit of the ciphertext", byte: 75, "does not open"),
        .flip("a bit of the tag", byte: 100, "does not open"),
        .seal("truncated by a byte", "substring(sealed_pan from 1 for 101)", "does not open"),
        .seal("truncated below any PAN", "substring(sealed_pan from 1 for 97)", "malformed"),
        .seal("longer by a byte", "sealed_pan || '\\x00'", "does not open"),
        .seal("longer than any PAN", "sealed_pan || '\\x00000000'", "malformed"),
        .seal("empty", "''", "malformed"),
        .seal("zeros", "decode(repeat('00', 102), 'hex')", "unknown version"),
        .seal("sealed for a key that was retired", "'$retired'", "unknown key"),
        .seal("version 2", "set_byte(sealed_pan, 0, 2)", "unknown version"),
    ]

    @Test(arguments: moves)
    func `an insider's move gives 502, one alarm, a failed attempt with its reason, and no PAN`(move: Move)
        throws
    {
        let scene = try Self.scene.get()
        let server = scene.server
        func named(_ text: String) -> String {
            [
                ("$card", server.card("active_visa")), ("$other", server.card("active_otp")),
                ("$bobs", server.card("active_visa", of: "bob")), ("$retired", scene.retired),
            ].reduce(text) { $0.replacing($1.0, with: $1.1) }
        }
        func provision(_ card: String) throws -> RawAnswer {
            try server.provision(named(card), token: server.alice, body: server.phone().request().json())
        }
        try scene.putRight()
        #expect(try provision("$card").status == 200, "the card is good before the move")
        let before = try scene.alarms()
        try server.database.sql(named(move.sql))

        let answer = try provision(move.card)
        #expect(answer.status == 502)
        #expect(answer.error == "APPLE_PAY_PROVISIONING_FAILED")
        #expect(answer.reason == "vault_cannot_open")
        #expect(Set(answer.object.keys) == ["error", "message", "reason", "request_id"])
        #expect(try scene.alarms() == before + 1)

        let id = try #require(answer.header("x-request-id"))
        let row = try server.database.sql(
            """
            select a.outcome, a.reason, c.verdict, c.detail from admin.attempts a
            join admin.attempt_checks c on c.attempt = a.id and c.rule = 'vault' where a.request_id = '\(id)'
            """)
        #expect(row == "failed|vault_cannot_open|failed|\(move.detail)")

        let written = server.log + String(decoding: answer.body, as: UTF8.self)
        for mark in Demonstration.pans.flatMap(Marks.of) { #expect(!written.contains(mark)) }
    }
}
