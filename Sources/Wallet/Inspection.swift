/// What came of looking at activation data: every defect that could be told, the first one first.
struct Inspection {
    /// What was verified, in words, where nothing is wrong.
    var words = ""
    private(set) var refusals: [PaymentNetwork.Refusal] = []

    var isGood: Bool { refusals.isEmpty }

    mutating func refuse(_ kind: Deviation.Kind, _ reason: String) {
        refusals.append(.init(kind: kind, reason: reason))
    }

    /// Refuses with `reason` unless `condition` holds; whether it holds.
    @discardableResult
    mutating func demand(_ condition: Bool, _ kind: Deviation.Kind, _ reason: String) -> Bool {
        if !condition { refuse(kind, reason) }
        return condition
    }
}
