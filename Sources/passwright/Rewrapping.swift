import Database
import FoundationEssentials
import Provisioning
import Vault

/// Seals every card anew that is not sealed for the newest key, a batch at a time.
///
/// The database alone says what is left to do, so it may end anywhere and be begun again. A card opens only for
/// what its row says of it, so a row that was tampered with is not sealed anew but named. A card that was renewed
/// while its old value was worked on keeps the renewal's, and is looked at again.
struct Rewrapping {
    let vault: Vault
    let newest: VaultPublicKey
    let store: CustodyStore
    let batch: Int32

    /// How many now are sealed for the newest key.
    private(set) var sealed = 0
    /// How many held another value by the time theirs was ready.
    private(set) var overtaken = 0
    /// Those that did not open when they were last tried.
    private(set) var unopened: Set<UUID> = []
    private var named: Set<UUID> = []

    init(vault: Vault, newest: VaultPublicKey, store: CustodyStore, batch: Int32) {
        self.vault = vault
        self.newest = newest
        self.store = store
        self.batch = batch
    }

    /// Goes through the cards until there is nothing more to do for any of them.
    mutating func run(_ progress: inout Progress, total: Int) throws(StoreError) {
        var before: Int
        repeat {
            before = sealed + overtaken
            try pass(&progress, total: total)
        } while sealed + overtaken > before
        progress.clear()
    }

    /// Once through all of them, by card id.
    private mutating func pass(_ progress: inout Progress, total: Int) throws(StoreError) {
        unopened = []
        var last: UUID?
        while true {
            let cards = try store.cardsToRewrap(newest: newest.id.bytes, after: last, atMost: batch)
            guard let end = cards.last else { return }
            last = end.card
            var ready: [Rewrapped] = []
            for card in cards {
                do throws(VaultError) {
                    ready.append(
                        Rewrapped(card: card.card, before: card.sealedPAN, after: try resealed(card)))
                } catch {
                    unopened.insert(card.card)
                    guard named.insert(card.card).inserted else { continue }
                    progress.complain("card \(card.card.uuidString.lowercased()): \(error.detail).")
                }
            }
            guard !ready.isEmpty else { continue }
            let replaced = try store.replace(ready)
            sealed += replaced
            overtaken += ready.count - replaced
            let (sealed, rate) = (sealed, Int(Double(sealed) / max(progress.seconds, 0.001)))
            progress.show(sealed) { "\(sealed) of \(total) cards, \(rate) a second" }
        }
    }

    /// The PAN is open for as long as this takes.
    private func resealed(_ card: SealedCard) throws(VaultError) -> [UInt8] {
        let context = PANContext(
            card: card.card, cardholder: card.cardholder, expiryMonth: card.expiryMonth,
            expiryYear: card.expiryYear)
        let pan = try vault.open(card.sealedPAN, context: context, lastFour: card.lastFour)
        return try newest.seal(pan, context: context)
    }
}
