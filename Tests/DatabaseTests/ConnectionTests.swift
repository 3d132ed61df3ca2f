import Foundation
import Provisioning
import TestSupport
import Testing

@testable import Database

@Suite(.enabled(if: TestCluster.isThere, "\(TestCluster.missing)"))
struct ConnectionTests {
    /// Ends every connection of the server's role to this database.
    private func terminate(_ database: TestDatabase) throws {
        try database.sql(
            "select pg_terminate_backend(pid) from pg_stat_activity where usename = '\(TestDatabase.serverRole)' and datname = current_database()"
        )
    }

    /// Asks until there is an answer, for ten seconds at most.
    private func eventually(_ store: WorkerStore) throws -> Readiness {
        let end = Date(timeIntervalSinceNow: 10)
        while true {
            do { return try store.readiness() } catch {
                guard Date() < end else { throw error }
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
    }

    @Test func `a connection that was ended is unavailable at once, then back without a restart`() throws {
        let fixture = try Fixture()
        #expect(try fixture.store.authorise(Fixture.question()).card != nil)
        try fixture.database.sql("revoke connect on database \(fixture.database.name) from passwright_server")
        try terminate(fixture.database)
        for _ in 0..<5 {
            #expect(throws: StoreError.unavailable) { try fixture.store.authorise(Fixture.question()) }
        }
        try fixture.database.sql("grant connect on database \(fixture.database.name) to passwright_server")
        #expect(try eventually(fixture.store).schemaFits)
        #expect(try fixture.store.authorise(Fixture.question()).card != nil)
    }

    @Test func `a connection that died idle is replaced before a request meets it`() throws {
        let fixture = try Fixture()
        let living = """
            select count(*) from pg_stat_activity where usename = '\(TestDatabase.serverRole)'
            and datname = current_database() and state = 'idle' and query like '%readiness%'
            """
        try terminate(fixture.database)
        let end = Date(timeIntervalSinceNow: 20)
        while try fixture.database.sql(living) != "1", Date() < end { Thread.sleep(forTimeInterval: 0.1) }
        // The server has answered; the answer still has to be read.
        Thread.sleep(forTimeInterval: 0.5)
        #expect(try fixture.store.authorise(Fixture.question()).card != nil)
    }

    @Test func `a statement that the server forgot is prepared again`() throws {
        let fixture = try Fixture()
        #expect(try fixture.store.authorise(Fixture.question()).card != nil)
        try fixture.store.forgetStatements()
        #expect(try fixture.store.authorise(Fixture.question()).card != nil)
    }

    @Test(arguments: [true, false])
    func `statements are prepared, or not, as set`(prepares: Bool) throws {
        let fixture = try Fixture(prepares: prepares)
        #expect(try fixture.store.authorise(Fixture.question()).card != nil)
        #expect(try fixture.store.cards(of: "alice", card: nil).count == 1)
        #expect(
            try fixture.store.preparedStatements() == (prepares ? ["authorise", "cards", "readiness"] : []))
    }

    /// The test's own lock: the other tests' databases are copies, with the same object ids.
    private static func lock(on table: String) -> String {
        """
        from pg_locks where relation = '\(table)'::regclass and mode = 'AccessExclusiveLock' and granted
          and database = (select oid from pg_database where datname = current_database())
        """
    }

    @Test func `a database that does not answer is given up at the deadline, and asked again afterwards`()
        throws
    {
        let fixture = try Fixture()
        let locker = Process()
        locker.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        locker.arguments = [
            "psql", "-XqAt", "-d", fixture.database.url, "-c",
            "begin; lock table vault.settings in access exclusive mode; select pg_sleep(60)",
        ]
        try locker.start()
        defer { locker.terminate() }
        while try fixture.database.sql("select count(*) \(Self.lock(on: "vault.settings"))") == "0" {}
        let start = ContinuousClock.now
        #expect(throws: StoreError.timedOut) { try fixture.store.authorise(Fixture.question()) }
        let waited = ContinuousClock.now - start
        #expect(waited >= .seconds(2.4) && waited < .seconds(4))
        try fixture.database.sql(
            "select pg_terminate_backend(pid) \(Self.lock(on: "vault.settings"))")
        #expect(try eventually(fixture.store).schemaFits)
        #expect(try fixture.store.authorise(Fixture.question()).card != nil)
    }

    @Test(arguments: ["lock_timeout", "statement_timeout"])
    func `the server's own limits are a time-out, and keep the connection`(limit: String) throws {
        let fixture = try Fixture()
        let store = WorkerStore(fixture.database.settings(words: "&options=-c%20\(limit)%3D100"))
        let locker = Process()
        locker.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        locker.arguments = [
            "psql", "-XqAt", "-d", fixture.database.url, "-c",
            "begin; lock table vault.provisioning_attempts in access exclusive mode; select pg_sleep(60)",
        ]
        try locker.start()
        defer { locker.terminate() }
        let held = Self.lock(on: "vault.provisioning_attempts")
        while try fixture.database.sql("select count(*) \(held)") == "0" {}
        #expect(throws: StoreError.timedOut) { try store.authorise(Fixture.question()) }
        #expect(try store.readiness().schemaFits)
        try fixture.database.sql("select pg_terminate_backend(pid) \(held)")
        #expect(try fixture.database.sql("select count(*) from vault.used_nonces") == "0")
    }

    @Test func `a word that this version does not know is not guessed at`() throws {
        let fixture = try Fixture()
        try fixture.database.sql(
            """
            select admin.disable_program('p');
            do $$ begin
              execute 'create or replace view vault.cards_with_standing as '
                || replace(pg_get_viewdef('vault.cards_with_standing'), 'program_disabled', 'brand_new');
            end $$
            """)
        #expect(throws: StoreError.incompatible) { try fixture.store.authorise(Fixture.question()) }
        #expect(throws: StoreError.incompatible) { try fixture.store.cards(of: "alice", card: nil) }
    }

    @Test func `two servers share one rule about a nonce`() throws {
        let fixture = try Fixture()
        let second = WorkerStore(fixture.database.settings())
        let digest = Fixture.digest(4)
        #expect(try fixture.store.authorise(Fixture.question(digests: [digest])).card != nil)
        #expect(try second.authorise(Fixture.question(digests: [digest])).refusal == .nonceReplayed)
    }
}

extension WorkerStore {
    /// Makes the server forget every statement of this store's connection.
    fileprivate func forgetStatements() throws {
        _ = try ask(Statement(name: "forget", text: "deallocate all"), Parameters())
    }

    /// The statements that this store's connection has prepared.
    fileprivate func preparedStatements() throws -> [String] {
        let text = "select name from pg_prepared_statements where name <> 'probe' order by name"
        let answer = try ask(Statement(name: "probe", text: text), Parameters())
        return (0..<answer.rows).compactMap { answer.text($0, 0) }
    }
}
