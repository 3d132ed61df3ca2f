import Foundation
import TestSupport
import Testing
import Wallet

/// This server on every schema that it says it runs on, with cards, attempts and actions in it.
@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct SchemaRangeTests {
    /// The tag in `db/sqitch.plan` of the oldest schema that the server runs on: `Readiness.neededSchema`.
    private let oldest = "@schema1"

    private func sqitch(_ verb: String, _ database: TestDatabase, _ words: [String] = []) throws {
        try run(
            ["sqitch", "--quiet", "--chdir", projectFolder.appendingPathComponent("db").path, verb]
                + ["--target", "db:pg:" + database.url.dropFirst("postgresql:".count)] + words,
            environment: ["SQITCH_FULLNAME": "Passwright", "SQITCH_EMAIL": "passwright@localhost"])
    }

    private func provisions(_ server: RunningServer) throws -> Bool {
        let body = try server.phone().request().json()
        let first = try server.provision(server.card("active_visa"), token: server.alice, body: body)
        // The nonce that was used before a change is used after it.
        let again = try server.provision(server.card("active_visa"), token: server.alice, body: body)
        return first.status == 200 && again.reason == "nonce_replayed"
    }

    @Test func `it starts and provisions on the oldest`() throws {
        let database = try Demonstration.database()
        try sqitch("revert", database, ["--to", oldest, "-y"])
        let server = try RunningServer(database: database)
        #expect(try provisions(server))
        #expect(try server.get("/cards", token: server.alice).status == 200)
        #expect(try database.sql("select schema_version from server.readiness()") == "1")
    }

    @Test func `it goes on provisioning while the schema is reverted and deployed under it`() throws {
        let database = try Demonstration.database()
        let server = try RunningServer(database: database)
        #expect(try provisions(server))
        try sqitch("revert", database, ["--to", oldest, "-y"])
        #expect(try provisions(server))
        try sqitch("deploy", database, ["--verify"])
        #expect(try provisions(server))
        #expect(try server.get("/readyz").status == 200)
        #expect(
            try database.sql("select count(*) from vault.provisioning_attempts where outcome = 'authorised'")
                == "3")
    }

    @Test func `it does not start on a schema from before the oldest`() throws {
        let database = try Demonstration.database()
        try sqitch("revert", database, ["--to", oldest + "^", "-y"])
        #expect(throws: CommandFailure.self) { try RunningServer(database: database) }
    }
}
