internal import CPostgres
package import Provisioning

/// How a server's session and its database are set up: what an operator can be told of it.
package struct DatabaseProfile: Sendable {
    /// PostgreSQL's parameters as the session has them, in the units that PostgreSQL keeps them in (milliseconds).
    package let parameters: [String: String]
    /// The login role, quoted as SQL wants it.
    package let role: String
    package let isSuperuser: Bool
    /// Whether it may make roles or databases, replicate, or pass by row-level security.
    package let hasOtherPowers: Bool
    /// Through a unix socket or a loopback address.
    package let isLocal: Bool
    package let usesTLS: Bool
    /// The administrators' login roles, quoted as SQL wants them and with a space between, whose mistakes PostgreSQL
    /// writes into its log; null where there are none.
    package let loggedAdministrators: String?
    /// Those whose transactions PostgreSQL leaves open for ever, in the same writing; null where there are none.
    package let endlessAdministrators: String?
    /// The database's clock, in whole seconds since 1970.
    package let clock: Int64

    /// libpq's version, as in 15.20.
    package static var libraryVersion: String {
        let number = PQlibVersion()
        return "\(number / 10_000).\(number % 10_000)"
    }

    fileprivate init(session: Answer, parameters: Answer) throws(StoreError) {
        guard session.rows == 1 else { throw .incompatible }
        clock = try present(session.seconds(0, 0))
        role = try present(session.text(0, 1))
        isSuperuser = try session.boolean(0, 2)
        hasOtherPowers = try session.boolean(0, 3)
        isLocal = try session.boolean(0, 4)
        usesTLS = try session.boolean(0, 5)
        loggedAdministrators = session.text(0, 6)
        endlessAdministrators = session.text(0, 7)
        var values: [String: String] = [:]
        for row in 0..<parameters.rows {
            values[try present(parameters.text(row, 0))] = parameters.text(row, 1)
        }
        self.parameters = values
    }
}

extension DatabaseDoor {
    /// Needs no schema.
    package static func profile(_ settings: DatabaseSettings) throws(StoreError) -> DatabaseProfile {
        let connection = try Connection(settings)
        let deadline = Deadline(secondsFromNow: settings.answerWithin)
        return try DatabaseProfile(
            session: rows(connection, .session, until: deadline),
            parameters: rows(connection, .parameters, until: deadline))
    }

    /// The ids, four bytes each, of the vault keys that cards are sealed for. Null where the schema is from before
    /// the question. Schema 1 reads every card for it, which may take up to a minute.
    package static func vaultKeysInUse(_ settings: DatabaseSettings) throws(StoreError) -> Set<[UInt8]>? {
        let connection = try Connection(settings)
        let deadline = Deadline(secondsFromNow: 60)
        _ = try rows(connection, .patience, until: deadline)
        for statement in [Statement.vaultKeys, .vaultKeysCounted] {
            switch try connection.run(statement, Parameters(), until: deadline) {
            case .rows(let answer):
                var ids: Set<[UInt8]> = []
                for row in 0..<answer.rows { ids.insert(try present(answer.bytes(row, 0))) }
                return ids
            // undefined_function, undefined_table
            case .refused("42883"), .refused("42P01"): continue
            case .refused: throw .unavailable
            }
        }
        return nil
    }

    private static func rows(
        _ connection: Connection, _ statement: Statement, until deadline: Deadline
    ) throws(StoreError) -> Answer {
        switch try connection.run(statement, Parameters(), until: deadline) {
        case .rows(let answer): return answer
        case .refused: throw .unavailable
        }
    }
}
