package import FoundationEssentials
package import Provisioning

/// The cards and attempts in PostgreSQL, over one connection of its own. One thread at a time.
///
/// An answer comes within `DatabaseSettings.answerWithin`, or the connection is dropped and the error is `timedOut`.
/// Without a connection the error is `unavailable` at once; a new one is made off the request's path. Where the
/// answer to a commit was lost the error is the same: the attempt may be recorded as authorised, and no answer is
/// built on it.
package final class WorkerStore: ProvisioningStore, Sendable {
    private let settings: DatabaseSettings
    private let keeper: ConnectionKeeper

    package init(_ settings: DatabaseSettings) {
        self.settings = settings
        keeper = ConnectionKeeper(settings)
        keeper.start()
    }

    deinit { keeper.close() }

    /// How the connection stands. Any thread may ask.
    package var connectionState: ConnectionState { keeper.state }

    package func authorise(_ question: AuthorisationQuestion) throws(StoreError) -> Authorisation {
        var parameters = Parameters()
        parameters.add(question.attempt)
        parameters.add(question.requestID)
        parameters.add(question.cardholder)
        parameters.add(question.card)
        parameters.add(question.device.rawValue)
        parameters.add(question.appVersion)
        parameters.add(question.productType)
        parameters.add(list: question.nonceDigests)
        parameters.add(question.noncePolicy.rawValue)
        parameters.add(question.authcodeDigest)
        parameters.add(question.checks)
        let answer = try ask(.authorise, parameters)
        guard answer.rows == 1 else { throw .incompatible }
        if answer.bytes(0, 0) != nil {
            return .refused(
                try answer.word(0, 0, as: Refusal.self), retryAfter: try answer.integer(0, 1))
        }
        return .authorised(
            AuthorisedCard(
                card: question.card, cardholder: question.cardholder,
                sealedPAN: try present(answer.bytes(0, 2)),
                lastFour: try present(answer.bytes(0, 3)),
                expiryMonth: try present(answer.integer(0, 4)),
                expiryYear: try present(answer.integer(0, 5)),
                cardholderName: try present(answer.text(0, 6)),
                network: try answer.word(0, 7, as: Network.self),
                activation: try answer.word(0, 8, as: ActivationProvider.self),
                activationKey: answer.text(0, 9), productType: answer.text(0, 10)))
    }

    package func fail(attempt: UUID, _ failure: Failure, checks: [Check]) throws(StoreError) {
        var parameters = Parameters()
        parameters.add(attempt)
        parameters.add(failure.rawValue)
        parameters.add(checks)
        let answer = try ask(.fail, parameters)
        guard answer.rows == 1, try answer.boolean(0, 0) else { throw .incompatible }
    }

    package func cards(of cardholder: String, card: UUID?) throws(StoreError) -> [CardSummary] {
        var parameters = Parameters()
        parameters.add(cardholder)
        parameters.add(card)
        let answer = try ask(.cards, parameters)
        var cards: [CardSummary] = []
        for row in 0..<answer.rows {
            let refusal = answer.bytes(row, 8) == nil ? nil : try answer.word(row, 8, as: Refusal.self)
            cards.append(
                CardSummary(
                    id: try answer.uuid(row, 0), lastFour: try present(answer.text(row, 1)),
                    status: try answer.word(row, 2, as: CardStatus.self),
                    virtual: try answer.boolean(row, 3), activatedAt: try answer.seconds(row, 4),
                    cardholderName: try present(answer.text(row, 5)),
                    localizedDescription: try present(answer.text(row, 6)),
                    network: try answer.word(row, 7, as: Network.self), refusal: refusal))
        }
        return cards
    }

    /// Writes a refusal from before the database step into the record of attempts.
    package func record(_ refusal: RecordedRefusal) throws(StoreError) {
        var parameters = Parameters()
        parameters.add(refusal.attempt)
        parameters.add(refusal.requestID)
        parameters.add(refusal.cardholder)
        parameters.add(refusal.card)
        parameters.add(refusal.device?.rawValue)
        parameters.add(refusal.appVersion)
        parameters.add(refusal.error)
        parameters.add(refusal.reason)
        parameters.add(refusal.noncePolicy.rawValue)
        parameters.add(refusal.checks)
        _ = try ask(.record, parameters)
    }

    /// What /readyz needs to know.
    package func readiness() throws(StoreError) -> Readiness {
        try Readiness(ask(.readiness, Parameters()))
    }

    /// The programs that are enabled, by id, for readiness to compare with the key folder.
    package func enabledPrograms() throws(StoreError) -> [EnabledProgram] {
        let answer = try ask(.programs, Parameters())
        var programs: [EnabledProgram] = []
        for row in 0..<answer.rows { programs.append(try EnabledProgram(answer, row)) }
        return programs
    }

    /// Deletes a batch of nonces and counters whose time has passed; returns how many. Call it again until it is 0.
    package func purgeExpired() throws(StoreError) -> Int {
        let answer = try ask(.purge, Parameters())
        guard answer.rows == 1 else { throw .incompatible }
        return try present(answer.integer(0, 0))
    }

    func ask(_ statement: Statement, _ parameters: Parameters) throws(StoreError) -> Answer {
        let deadline = Deadline(secondsFromNow: settings.answerWithin)
        return try keeper.lend { (connection) throws(StoreError) -> Answer in
            switch try connection.run(statement, parameters, until: deadline) {
            case .rows(let answer): return answer
            // The server's own limits: statement_timeout and lock_timeout.
            case .refused("57014"), .refused("55P03"): throw .timedOut
            case .refused: throw .unavailable
            }
        }
    }
}
