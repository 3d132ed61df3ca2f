import Database
import Foundation
import Provisioning
import TestSupport
import Testing

@Suite(.enabled(if: TestCluster.isThere, "\(TestCluster.missing)"))
struct DoorTests {
    private func settings(_ url: String) -> DatabaseSettings {
        DatabaseSettings(connectionString: url, prepares: true, answerWithin: 2.5)
    }

    @Test func `the server's own role on the deployed schema may start`() throws {
        let database = try TestDatabase()
        #expect(try DatabaseDoor.check(database.settings(), allowsOwner: false).schemaFits)
    }

    @Test func `a role that owns the tables is refused, except in development`() throws {
        let database = try TestDatabase()
        #expect(throws: DatabaseDoorError.ownsTables) {
            try DatabaseDoor.check(settings(database.url), allowsOwner: false)
        }
        #expect(try DatabaseDoor.check(settings(database.url), allowsOwner: true).ownsTables)
    }

    private func declare(_ schema: Int, servesFrom: Int, in database: TestDatabase) throws {
        try database.sql(
            """
            do $$ begin
              execute regexp_replace(pg_get_functiondef('server.readiness()'::regprocedure),
                'SELECT \\d+,\\s+\\d+,', 'SELECT \(schema), \(servesFrom),');
            end $$
            """)
    }

    @Test(arguments: [(schema: 0, servesFrom: 0), (schema: 2, servesFrom: 2)])
    func `a schema that is too old, or no longer serves this version, is refused`(
        schema: Int, servesFrom: Int
    ) throws {
        let database = try TestDatabase()
        try declare(schema, servesFrom: servesFrom, in: database)
        #expect(throws: DatabaseDoorError.wrongSchema(found: schema, needed: 1)) {
            try DatabaseDoor.check(database.settings(), allowsOwner: false)
        }
    }

    @Test func `a later schema that still serves this version is taken`() throws {
        let database = try TestDatabase()
        try declare(99, servesFrom: 1, in: database)
        #expect(try DatabaseDoor.check(database.settings(), allowsOwner: false).schemaVersion == 99)
    }

    @Test func `a database without the schema is refused`() throws {
        let database = try TestDatabase()
        try database.sql("drop schema server cascade")
        #expect(throws: DatabaseDoorError.notDeployed) {
            try DatabaseDoor.check(database.settings(), allowsOwner: false)
        }
    }

    @Test func `a role without the grant is refused`() throws {
        let database = try TestDatabase()
        try database.sql("revoke usage on schema server from passwright_server")
        #expect(throws: DatabaseDoorError.notGranted) {
            try DatabaseDoor.check(database.settings(), allowsOwner: false)
        }
    }

    @Test(arguments: [
        "&port=1", "&user=no_such_role_here", "&dbname=no_such_database_here", "&no_such_word=1",
    ])
    func `what cannot be connected to is refused`(words: String) throws {
        let database = try TestDatabase()
        #expect(throws: DatabaseDoorError.cannotConnect) {
            try DatabaseDoor.check(database.settings(words: words), allowsOwner: false)
        }
    }

    @Test func `a host that accepts and says nothing is refused in time`() throws {
        let listener = try SilentListener()
        let start = ContinuousClock.now
        #expect(throws: DatabaseDoorError.cannotConnect) {
            try DatabaseDoor.check(
                settings("postgresql://x@127.0.0.1:\(listener.port)/x"), allowsOwner: false)
        }
        // libpq gives up after 2 s; without a limit it never would.
        #expect(ContinuousClock.now - start < .seconds(20))
    }
}

/// A TCP port that accepts connections, in the kernel's backlog, and never says a word.
final class SilentListener {
    private let descriptor: Int32
    let port: UInt16

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard bound else { throw CommandFailure(description: "no port to listen on") }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
}
