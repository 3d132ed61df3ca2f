import Database
import Foundation
import TestSupport
import Testing

/// Which vault keys the cards need, on every schema that this version runs on.
@Suite(.enabled(if: TestCluster.isThere, "\(TestCluster.missing)"))
struct VaultKeysTests {
    /// Cards for three keys, the middle one's at both ends of the ids.
    private func database() throws -> TestDatabase {
        let database = try TestDatabase()
        try database.sql(
            """
            select admin.add_cardholder('alice', 'Alice'), admin.add_program('p', 'P', 'visa', 'Card');
            select admin.add_card(('0a000000-0000-4000-8000-00000000000' || n)::uuid, 'alice', 'p',
              decode('01' || key || '04' || repeat('5a', 96), 'hex'), '1111', 12, 2090, 'ALICE')
            from (values (1, '80000000'), (2, 'ffffffff'), (3, '00000001'), (4, '80000000')) as card (n, key)
            """)
        return database
    }

    private let keys: Set<[UInt8]> = [[0, 0, 0, 1], [0x80, 0, 0, 0], [0xff, 0xff, 0xff, 0xff]]

    @Test func `each key is named once`() throws {
        let database = try database()
        #expect(try DatabaseDoor.vaultKeysInUse(database.settings()) == keys)
        #expect(
            try database.sql("select vault_key_id from server.vault_keys_needed()").split(separator: "\n")
                == ["\\x00000001", "\\x80000000", "\\xffffffff"])
    }

    @Test func `without cards there is none`() throws {
        let database = try TestDatabase()
        #expect(try DatabaseDoor.vaultKeysInUse(database.settings()) == [])
    }

    @Test func `a schema from before the index counts them`() throws {
        let database = try database()
        try database.sql("drop function server.vault_keys_needed()")
        #expect(try DatabaseDoor.vaultKeysInUse(database.settings()) == keys)
    }

    @Test func `a schema from before the question cannot say`() throws {
        let database = try database()
        try database.sql("drop function server.vault_keys_needed(); drop function server.vault_keys_in_use()")
        #expect(try DatabaseDoor.vaultKeysInUse(database.settings()) == nil)
    }
}
