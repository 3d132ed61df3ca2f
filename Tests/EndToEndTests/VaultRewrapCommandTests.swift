import Foundation
import Glibc
import TestSupport
import Testing
import Wallet

@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct VaultRewrapCommandTests {
    @Test func `every card is sealed for the newest key, and the keys that open nothing are named`() throws {
        let vault = try CardVault()
        let all = 43
        try vault.addCards(all - vault.cards, key: vault.firstKey)
        let newest = try vault.keygen()
        #expect(try vault.keys() == ["\(vault.firstKey)|\(all)|0"])
        let done = try vault.rewrap(["--batch", "7"])
        #expect(done.code == 0)
        #expect(done.output == "sealed for \(newest): \(all)\nmay be retired: \(vault.firstKey)\n")
        #expect(try vault.keys() == ["\(newest)|\(all)|0"])
        // In batches of 7, an action each.
        let actions = try vault.database.sql(
            """
            select count(*), sum((details ->> 'count')::integer), min(actor), min(subject) from audit.actions
            where verb = 'rewrap_cards'
            """)
        #expect(actions == "\((all + 6) / 7)|\(all)|passwright_demo_custodian|\(newest)")
        #expect(try vault.database.sql("select intact from audit.verify_chain()") == "t")

        // A tenth of the cards is worth a line where there is no terminal.
        let lines = done.errors.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines.last?.hasPrefix("passwright vault: 42 of 43 cards, ") == true)

        let again = try vault.rewrap()
        #expect(again.code == 0)
        #expect(again.output == "sealed for \(newest): 0\nmay be retired: \(vault.firstKey)\n")
        #expect(again.errors == "")
    }

    @Test func `a card that does not open is named, counted and left alone`() throws {
        let vault = try CardVault()
        try vault.addCards(6, key: vault.firstKey)
        func change(_ number: Int, _ change: String) throws {
            try vault.database.sql(
                "update vault.cards set \(change) where id = '\(CardVault.card(number))'")
        }
        try change(1, "pan_last4 = '0000'")
        try change(2, "expiry_year = 2035")
        try change(3, "cardholder = '00000000-0000-4000-8000-0000000a11ce'")
        try change(4, "sealed_pan = set_byte(sealed_pan, 100, get_byte(sealed_pan, 100) # 1)")
        try change(5, "sealed_pan = set_byte(sealed_pan, 1, get_byte(sealed_pan, 1) # 1)")
        let bad =
            "select id, sealed_pan from vault.cards where id between '\(CardVault.card(1))' and '\(CardVault.card(5))'"
        let before = try vault.database.sql(bad)
        let newest = try vault.keygen()

        let done = try vault.rewrap()
        #expect(done.code == 1)
        #expect(
            done.output.hasPrefix(
                "sealed for \(newest): \(vault.cards + 1)\ndo not open, and left as they are: 5\n"))
        #expect(done.output.contains("still sealed for \(vault.firstKey): 4\n"))
        #expect(!done.output.contains("may be retired"))
        let reasons = ["last four differ", "does not open", "does not open", "does not open", "unknown key"]
        let lines = done.errors.split(separator: "\n").filter { $0.contains(": card ") }
        #expect(
            lines.map(String.init)
                == reasons.enumerated().map {
                    "passwright vault: card \(CardVault.card($0.offset + 1)): \($0.element)."
                })
        #expect(try vault.database.sql(bad) == before)
        for pan in Demonstration.pans { #expect(!(done.errors + done.output).contains(pan)) }
    }

    @Test func `one that was killed goes on with what is left`() throws {
        let vault = try CardVault()
        try vault.addCards(100, key: vault.firstKey)
        let all = vault.cards + 100
        let newest = try vault.keygen()
        // Slow enough to be met in the middle of it.
        try vault.database.sql(
            """
            create function vault.dawdle() returns trigger language plpgsql
            as 'begin perform pg_sleep(0.1); return new; end';
            create trigger dawdle before update on vault.cards for each row execute function vault.dawdle()
            """)
        let process = Process()
        process.executableURL = builtBinary("passwright")
        process.arguments = ["vault", "rewrap", "--batch", "1"]
        process.environment = ProcessInfo.processInfo.environment.merging(vault.environment()) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.start()
        let done = "select count(*) from vault.cards where encode(vault_key_id, 'hex') = '\(newest)'"
        try waitUntil { try vault.database.sql(done) != "0" }
        kill(process.processIdentifier, SIGKILL)
        process.waitForEnd()
        // The last batch may have been on its way.
        try waitUntil {
            try vault.database.sql(
                "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
            ) == "0"
        }
        let first = try #require(Int(vault.database.sql(done)))
        #expect(first > 0 && first < all)

        try vault.database.sql("drop trigger dawdle on vault.cards")
        let rest = try vault.rewrap()
        #expect(rest.code == 0)
        #expect(rest.output.hasPrefix("sealed for \(newest): \(all - first)\n"))
        #expect(try vault.keys() == ["\(newest)|\(all)|0"])
        let counted = try vault.database.sql(
            "select sum((details ->> 'count')::integer) from audit.actions where verb = 'rewrap_cards'")
        #expect(counted == "\(all)")
    }

    @Test func `a card that is renewed while its old value is worked on keeps the renewal`() throws {
        let vault = try CardVault()
        try vault.addCards(1, key: vault.firstKey)
        let sealed = try vault.renewal(of: 1, key: vault.firstKey, expiry: "2034-06")
        let newest = try vault.keygen()
        // The renewal is not committed before the command has read the card and waits to replace it.
        let renewal = """
            begin;
            select admin.renew_card('\(CardVault.card(1))', '\(sealed)', 6, 2034);
            do $$ begin
              for turn in 1..2000 loop
                exit when exists (
                  select from pg_locks where relation = 'vault.admin_actions'::regclass and not granted);
                perform pg_sleep(0.01);
              end loop;
            end $$;
            commit;
            """
        let group = DispatchGroup()
        group.enter()
        Thread.detachNewThread {
            do { try vault.database.sql(renewal) } catch { Issue.record(error) }
            group.leave()
        }
        try waitUntil {
            try vault.database.sql(
                "select count(*) from pg_locks where relation = 'vault.admin_actions'::regclass and granted")
                != "0"
        }
        let done = try vault.rewrap()
        group.wait()
        #expect(done.code == 0)
        #expect(
            done.output
                == "sealed for \(newest): \(vault.cards + 1)\nchanged meanwhile, and looked at again: 1\n"
                + "may be retired: \(vault.firstKey)\n")
        let row = try vault.database.sql(
            "select expiry_year, expiry_month, encode(vault_key_id, 'hex') from vault.cards where id = '\(CardVault.card(1))'"
        )
        #expect(row == "2034|6|\(newest)")
    }

    @Test func `what waits to be added keeps its key from being retired`() throws {
        let vault = try CardVault()
        try vault.database.sql(
            """
            insert into vault.loaded_cards (card_id, cardholder_id, program_id, sealed_pan, pan_last4, expiry_month,
              expiry_year, status, virtual, loaded_by)
            select gen_random_uuid(), cardholder, program, sealed_pan, pan_last4, 1, 2031, 'active', false, 'test'
            from vault.cards limit 1
            """)
        let newest = try vault.keygen()
        let done = try vault.rewrap()
        #expect(done.code == 0)
        #expect(
            done.output
                == "sealed for \(newest): \(vault.cards)\nstill sealed for \(vault.firstKey): 0, and 1 in admin.card_load\n"
        )
    }

    @Test func `another key than the newest is taken where it is named`() throws {
        let vault = try CardVault()
        let newest = try vault.keygen()
        #expect(try vault.rewrap(["--to", newest]).code == 0)
        #expect(try vault.keys() == ["\(newest)|\(vault.cards)|0"])
        #expect(try vault.rewrap(["--to", vault.firstKey]).code == 0)
        #expect(try vault.keys() == ["\(vault.firstKey)|\(vault.cards)|0"])
    }

    @Test func `a public key whose private half is not there seals nothing`() throws {
        let vault = try CardVault()
        let stranger = try KeyFolder()
        try run(["cp", stranger.publicKey, vault.path])
        let done = try vault.rewrap()
        #expect(done.code == 78)
        #expect(done.errors.contains("holds no private key for the key that cards would be sealed for"))
        // Nor does one under the name of a key that is there.
        try run(["rm", "\(vault.path)/vault-\(stranger.id).pub.pem"])
        let newest = try vault.keygen()
        try run(["cp", "-f", stranger.publicKey, "\(vault.path)/vault-\(newest).pub.pem"])
        #expect(try vault.rewrap().code == 0)
        #expect(try vault.keys() == ["\(newest)|\(vault.cards)|0"])
        #expect(try vault.rewrap(["--to", "00000000"]).code == 78)
    }

    @Test(arguments: ["passwright_demo_server", "passwright_demo_admin", "no_such_role_here"])
    func `no other role may`(role: String) throws {
        let vault = try CardVault()
        _ = try vault.keygen()
        let done = try vault.rewrap(role: role)
        #expect(done.code == 78)
        #expect(done.output == "")
        #expect(try vault.keys() == ["\(vault.firstKey)|\(vault.cards)|0"])
    }

    @Test(arguments: [("0", 2), ("1", 0), ("10000", 0), ("10001", 2), ("many", 2)])
    func `a batch has 1 to 10000 cards`(batch: String, code: Int32) throws {
        let vault = try CardVault()
        #expect(try vault.rewrap(["--batch", batch]).code == code)
    }

    @Test func `without a database it is wrong configuration`() throws {
        let folder = try KeyFolder()
        let done = try vault(["rewrap", "--keys", folder.path], environment: ["PASSWRIGHT_DATABASE": ""])
        #expect(done.code == 78)
        #expect(done.errors == "passwright vault: PASSWRIGHT_DATABASE is not set.\n")
    }
}
