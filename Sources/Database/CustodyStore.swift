package import FoundationEssentials
package import Provisioning

/// What a key still has to open.
package struct KeyUse: Sendable {
    /// Four bytes.
    package let key: [UInt8]
    package let cards: Int
    /// Waiting in `admin.card_load`.
    package let loaded: Int
}

/// A card's sealed PAN with everything that it is bound to.
package struct SealedCard: Sendable {
    package let card: UUID
    package let cardholder: String
    package let expiryMonth: Int
    package let expiryYear: Int
    /// Four ASCII digits.
    package let lastFour: [UInt8]
    package let sealedPAN: [UInt8]
}

/// A sealed PAN that goes in the place of the one that it was made from.
package struct Rewrapped: Sendable {
    package let card: UUID
    package let before: [UInt8]
    package let after: [UInt8]

    package init(card: UUID, before: [UInt8], after: [UInt8]) {
        self.card = card
        self.before = before
        self.after = after
    }
}

/// The sealed PANs as a custodian of the vault's keys works on them: one connection, one thread. Each call is a
/// transaction of its own; where its answer is lost it may have been done, and doing it again changes nothing.
package final class CustodyStore {
    private let settings: DatabaseSettings
    private let connection: Connection

    /// Connects, and asks once to see that the role is a custodian's.
    package init(_ settings: DatabaseSettings) throws(DatabaseDoorError) {
        self.settings = settings
        guard let connection = try? Connection(settings) else { throw .cannotConnect }
        self.connection = connection
        let deadline = Deadline(secondsFromNow: settings.answerWithin)
        switch try? connection.run(.keysInUse, Parameters(), until: deadline) {
        case .rows: break
        // insufficient_privilege
        case .refused("42501"): throw .notGranted
        // invalid_schema_name, undefined_function
        case .refused("3F000"), .refused("42883"): throw .notDeployed
        case .refused, nil: throw .noAnswer
        }
    }

    package func keysInUse() throws(StoreError) -> [KeyUse] {
        let answer = try ask(.keysInUse, Parameters())
        var keys: [KeyUse] = []
        for row in 0..<answer.rows {
            keys.append(
                KeyUse(
                    key: try present(answer.bytes(row, 0)), cards: try present(answer.integer(row, 1)),
                    loaded: try present(answer.integer(row, 2))))
        }
        return keys
    }

    /// The next cards in the order of their ids that another key than `newest` opens: after `last`, or from the
    /// first. None at the end.
    package func cardsToRewrap(
        newest: [UInt8], after last: UUID?, atMost count: Int32
    ) throws(StoreError) -> [SealedCard] {
        var parameters = Parameters()
        parameters.add(newest)
        parameters.add(last)
        parameters.add(count)
        let answer = try ask(.cardsToRewrap, parameters)
        var cards: [SealedCard] = []
        for row in 0..<answer.rows {
            cards.append(
                SealedCard(
                    card: try answer.uuid(row, 0), cardholder: try present(answer.text(row, 1)),
                    expiryMonth: try present(answer.integer(row, 2)),
                    expiryYear: try present(answer.integer(row, 3)),
                    lastFour: try present(answer.bytes(row, 4)),
                    sealedPAN: try present(answer.bytes(row, 5))))
        }
        return cards
    }

    /// Replaces what still is what it was made from; returns how many that were.
    package func replace(_ cards: [Rewrapped]) throws(StoreError) -> Int {
        var parameters = Parameters()
        parameters.add(list: cards.map(\.card))
        parameters.add(list: cards.map(\.before))
        parameters.add(list: cards.map(\.after))
        let answer = try ask(.replaceSealedPANs, parameters)
        guard answer.rows == 1 else { throw .incompatible }
        return try present(answer.integer(0, 0))
    }

    private func ask(_ statement: Statement, _ parameters: Parameters) throws(StoreError) -> Answer {
        let deadline = Deadline(secondsFromNow: settings.answerWithin)
        switch try connection.run(statement, parameters, until: deadline) {
        case .rows(let answer): return answer
        // The role's own limits: statement_timeout and lock_timeout.
        case .refused("57014"), .refused("55P03"): throw .timedOut
        case .refused: throw .unavailable
        }
    }
}
