internal import Provisioning

/// What the database says about itself.
package struct Readiness: Sendable {
    /// The oldest schema that this version runs on: the one that first had everything that it cannot do without.
    package static let neededSchema = 1

    package let schemaVersion: Int
    /// The oldest `neededSchema` whose servers the schema still serves.
    package let servesFrom: Int
    package let isPaused: Bool
    /// False on a standby, and where the role's transactions are read-only.
    package let isWritable: Bool
    /// Whether the role that this server connects as is the tables' owner, or a superuser.
    package let ownsTables: Bool
    /// The head of the chain of administrators' actions, 32 bytes; null before the first.
    package let actionHead: [UInt8]?

    /// Whether this server and the schema understand each other.
    package var schemaFits: Bool {
        servesFrom <= Readiness.neededSchema && Readiness.neededSchema <= schemaVersion
    }

    init(_ answer: Answer) throws(StoreError) {
        guard answer.rows == 1 else { throw .incompatible }
        schemaVersion = try present(answer.integer(0, 0))
        servesFrom = try present(answer.integer(0, 1))
        isPaused = try answer.boolean(0, 2)
        isWritable = try answer.boolean(0, 3)
        ownsTables = try answer.boolean(0, 4)
        actionHead = answer.bytes(0, 5)
    }
}
