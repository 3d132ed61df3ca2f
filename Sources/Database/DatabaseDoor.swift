internal import Provisioning

/// Why a server must not start on a database.
package enum DatabaseDoorError: Error, Equatable, Sendable {
    /// Nothing answers at the connection string, or it refuses the role.
    case cannotConnect
    /// It connects, and does not answer in time.
    case noAnswer
    /// There is no schema of this product in that database.
    case notDeployed
    /// The schema is older or newer than this version can work with.
    case wrongSchema(found: Int, needed: Int)
    /// The role may not execute `server.*`: grant it `passwright_server`.
    case notGranted
    /// The role owns the tables or is a superuser, which production mode refuses.
    case ownsTables
}

/// The look at a database before a server starts on it.
package enum DatabaseDoor {
    /// - Parameter allowsOwner: whether the role may own the tables: in development mode only.
    package static func check(
        _ settings: DatabaseSettings, allowsOwner: Bool
    ) throws(DatabaseDoorError) -> Readiness {
        guard let connection = try? Connection(settings) else { throw .cannotConnect }
        let readiness: Readiness
        do {
            let deadline = Deadline(secondsFromNow: settings.answerWithin)
            switch try connection.run(.readiness, Parameters(), until: deadline) {
            case .rows(let answer): readiness = try Readiness(answer)
            // insufficient_privilege, for the schema or the function
            case .refused("42501"): throw DatabaseDoorError.notGranted
            // invalid_schema_name, undefined_function
            case .refused("3F000"), .refused("42883"): throw DatabaseDoorError.notDeployed
            case .refused: throw DatabaseDoorError.noAnswer
            }
        } catch let error as DatabaseDoorError {
            throw error
        } catch {
            throw .noAnswer
        }
        guard readiness.schemaFits else {
            throw .wrongSchema(found: readiness.schemaVersion, needed: Readiness.neededSchema)
        }
        guard allowsOwner || !readiness.ownsTables else { throw .ownsTables }
        return readiness
    }
}
