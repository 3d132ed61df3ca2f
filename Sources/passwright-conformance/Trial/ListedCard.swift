import Foundation
import Wallet

/// A card as the cards interface shows it. It is read leniently: what must be there is each case's own question.
struct ListedCard {
    private let members: [String: Any]

    init?(_ value: Any) {
        guard let members = value as? [String: Any] else { return nil }
        self.members = members
    }

    var names: Set<String> { Set(members.keys) }
    func text(_ name: String) -> String? { members[name] as? String }
    func number(_ name: String) -> Int? { members[name] is Bool ? nil : members[name] as? Int }
    var id: String { text("id")?.lowercased() ?? "" }
    /// What PassKit is configured with.
    var applePay: ListedCard? { members["applePay"].flatMap(ListedCard.init) }
    func bool(_ name: String) -> Bool? { members[name] as? Bool }
    func isNull(_ name: String) -> Bool { members[name] is NSNull }
}

extension Trial {
    /// The caller's cards, as `GET /cards` lists them.
    func listedCards(of holder: String = "alice") throws(Stop) -> [ListedCard] {
        let reply = try send(.get("/cards", token: try token(holder)))
        guard reply.status == 200,
            let list = try? JSONSerialization.jsonObject(with: Data(reply.body)) as? [Any]
        else { throw .failed(expected: "200 with a bare JSON array", got: reply.sentence) }
        return list.compactMap(ListedCard.init)
    }

    /// One card, as `GET /cards/{id}` shows it.
    func listedCard(_ name: String, of holder: String = "alice") throws(Stop) -> ListedCard {
        let reply = try send(.get("/cards/\(try card(name, of: holder))", token: try token(holder)))
        guard reply.status == 200,
            let card = (try? JSONSerialization.jsonObject(with: Data(reply.body))).flatMap(ListedCard.init)
        else { throw .failed(expected: "200 with a card", got: reply.sentence) }
        return card
    }
}
