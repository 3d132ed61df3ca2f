import Foundation
import Provisioning

/// A store in memory that holds one card, claims nonces, and keeps what it was asked and told.
final class MemoryStore: ProvisioningStore {
    /// What happened, in order, shared with whoever else writes into it.
    let journal: Journal
    let card: AuthorisedCard
    /// Answers in place of looking.
    var refusal: (Refusal, retryAfter: Int?)?
    var outage: StoreError?
    var outageOnFail: StoreError?
    private(set) var questions: [AuthorisationQuestion] = []
    private(set) var failures: [(attempt: UUID, failure: Failure, checks: [Check])] = []
    private var used: Set<[UInt8]> = []

    init(card: AuthorisedCard, journal: Journal) {
        self.card = card
        self.journal = journal
    }

    func authorise(_ question: AuthorisationQuestion) throws(StoreError) -> Authorisation {
        journal.write("authorise")
        questions.append(question)
        if let outage { throw outage }
        if let refusal { return .refused(refusal.0, retryAfter: refusal.retryAfter) }
        guard question.card == card.card else { return .refused(.cardNotFound, retryAfter: nil) }
        guard used.isDisjoint(with: question.nonceDigests) else {
            return .refused(.nonceReplayed, retryAfter: nil)
        }
        used.formUnion(question.nonceDigests)
        return .authorised(card)
    }

    func fail(attempt: UUID, _ failure: Failure, checks: [Check]) throws(StoreError) {
        journal.write("fail")
        failures.append((attempt, failure, checks))
        if let outageOnFail { throw outageOnFail }
    }

    func cards(of cardholder: String, card: UUID?) throws(StoreError) -> [CardSummary] { [] }
}

/// The order in which things happened. One test's own, and used by one thread.
final class Journal: @unchecked Sendable {
    private(set) var entries: [String] = []
    func write(_ entry: String) { entries.append(entry) }
}
