import Foundation
import TestSupport
import Testing
import Vault
import Wallet

/// A vault key got into the wrong hands: a new one, every card sealed for it while the server serves, the old one
/// gone.
@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct KeyCompromiseDrill {
    private static let added = 300

    @Test func `a key is replaced under load without a failure, and what it had sealed opens no more`() throws
    {
        let vault = try CardVault()
        let old = vault.firstKey
        try vault.addCards(Self.added, key: old)
        let renewals = try (1...20).map { try vault.renewal(of: $0 * 10, key: old, expiry: "2035-01") }
        let dump = try run(["pg_dump", "--data-only", "--table", "vault.cards", vault.database.url])
        let server = try RunningServer(
            database: vault.database,
            settings: ["PASSWRIGHT_VAULT_KEYS": vault.path, "PASSWRIGHT_CALLER_ALLOWANCE": "1000000"])

        let load = Load(server)
        load.start(threads: 2)
        let newest = try vault.keygen()
        try server.reload()

        // Administrators go on renewing cards, of all things for the old key, and freezing them.
        let admins = DispatchGroup()
        admins.enter()
        Thread.detachNewThread {
            for (index, sealed) in renewals.enumerated() {
                let card = CardVault.card((index + 1) * 10)
                do {
                    try vault.database.sql(
                        """
                        select admin.renew_card('\(card)', '\(sealed)', 1, 2035);
                        select admin.freeze_card('\(card)');
                        select admin.unfreeze_card('\(card)')
                        """)
                } catch { Issue.record(error) }
            }
            admins.leave()
        }
        let first = try vault.rewrap(["--batch", "5"])
        #expect(first.code == 0, "\(first.errors)")
        admins.wait()
        let second = try vault.rewrap(["--batch", "5"])
        #expect(second.code == 0)
        #expect(second.output.hasSuffix("may be retired: \(old)\n"))
        #expect(try vault.keys() == ["\(newest)|\(Demonstration.pans.count + Self.added)|0"])

        try vault.retire(old)
        try server.reload()
        let answers = load.stop()
        #expect(answers.count > 20)
        #expect(answers.allSatisfy { $0 == 200 }, "\(Set(answers))")

        try everyCardProvisions(server)
        let renewed = try vault.database.sql(
            "select count(*) from vault.cards where (expiry_year, expiry_month) = (2035, 1)")
        #expect(renewed == "20")
        try oldDumpOpensNoMore(dump, vault, server)
    }

    private func everyCardProvisions(_ server: RunningServer) throws {
        let cards =
            (1...Self.added).map { (CardVault.card($0), server.bob) }
            + ["active_visa", "active_mastercard", "active_otp"].map { (server.card($0), server.alice) }
        let answers = Collected<Int>()
        onThreads(4) { thread in
            for index in stride(from: thread, to: cards.count, by: 4) {
                let body = (try? server.phone().request().json()) ?? []
                let (card, token) = cards[index]
                answers.add((try? server.provision(card, token: token, body: body).status) ?? 0)
            }
        }
        #expect(answers.all == [Int](repeating: 200, count: cards.count))
    }

    /// The value that the dump has, tried with the keys that are left and put back where it came from.
    private func oldDumpOpensNoMore(_ dump: String, _ vault: CardVault, _ server: RunningServer) throws {
        let id = CardVault.card(1)
        let line = try #require(dump.split(separator: "\n").first { $0.hasPrefix(id) })
        let sealed = try #require(line.split(separator: "\t").first { $0.hasPrefix("\\\\x01") }).dropFirst(3)
        let context = PANContext(
            card: UUID(uuidString: id)!, cardholder: CardVault.bob, expiryMonth: 12, expiryYear: 2030)
        do {
            _ = try vault.opened().open(
                [UInt8](hex: sealed), context: context, lastFour: Array("5556".utf8))
            Issue.record("the old dump's value opens")
        } catch let error as VaultError {
            guard case .unknownKey = error else { throw error }
        }
        try vault.database.sql("update vault.cards set sealed_pan = '\\x\(sealed)' where id = '\(id)'")
        let answer = try server.provision(id, token: server.bob, body: server.phone().request().json())
        #expect(answer.status == 502)
        #expect(answer.reason == "vault_cannot_open")
        let request = try #require(answer.header("x-request-id"))
        let detail = try vault.database.sql(
            """
            select c.detail from admin.attempt_checks c join admin.attempts a on a.id = c.attempt
            where a.request_id = '\(request)' and c.rule = 'vault'
            """)
        #expect(detail == "unknown key")
    }
}

/// Wallets that go on asking for cards until they are told to stop.
private final class Load: @unchecked Sendable {
    private let server: RunningServer
    private let answers = Collected<Int>()
    private let lock = NSLock()
    private var isOver = false
    private let group = DispatchGroup()

    init(_ server: RunningServer) { self.server = server }

    func start(threads: Int) {
        for thread in 0..<threads {
            group.enter()
            Thread.detachNewThread { [self] in
                var turn = thread
                while !lock.withLock({ isOver }) {
                    // A card that an administrator is not freezing.
                    let card = CardVault.card(turn % 300 / 10 * 10 + 1 + turn % 9)
                    let body = (try? server.phone().request().json()) ?? []
                    answers.add((try? server.provision(card, token: server.bob, body: body).status) ?? 0)
                    turn += threads
                }
                group.leave()
            }
        }
    }

    func stop() -> [Int] {
        lock.withLock { isOver = true }
        group.wait()
        return answers.all
    }
}
