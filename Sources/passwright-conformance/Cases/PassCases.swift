import Wallet

/// One kind of thing that can be wrong with a pass, and the case that asks for it.
struct PassCase: Sendable {
    let id: String
    let group: Group
    let rule: Rule
    let title: String
    var profile: Profile?
    /// The card that is ordered: the first active one where there is no name.
    var card: String?
    /// Whether it can only be seen in an opened pass.
    var needsOpening = false
    /// Whether it can only be judged by what the card holds.
    var needsDetails = false
    /// What is special about the order.
    var change: @Sendable (Trial, inout Order) throws(Stop) -> Void = { _, _ in }
    let isAbout: @Sendable (Deviation) -> Bool

    var item: Case {
        Case(id, group, rule, title, profile: profile) { (trial) throws(Stop) in
            var order = try trial.order(card)
            if needsDetails { _ = try trial.details(of: order.card) }
            try change(trial, &order)
            let delivery = try trial.pass(order)
            // What is wrong is said first; that it cannot be seen only where nothing is.
            try trial.judge(delivery, rule.sentence, isAbout)
            guard delivery.diagnosis.opens || !needsOpening else { throw .blocked(Delivery.closed) }
        }
    }
}
