import Wallet

/// One question to a server, with one right answer: it checks exactly one rule and, where it must be refused, has
/// exactly one defect.
struct Case: Sendable {
    /// `PROV-P-001` must be accepted, `PROV-F-014` must be refused.
    let id: String
    let group: Group
    let profile: Profile
    let rule: Rule
    /// One sentence that says what is sent and what must come of it.
    let title: String
    /// Whether nothing else may run meanwhile.
    let isAlone: Bool
    /// Asks the question. It returns where the answer is right, and throws where it is not.
    let ask: @Sendable (Trial) throws(Stop) -> Void

    init(
        _ id: String, _ group: Group, _ rule: Rule, _ title: String, profile: Profile? = nil,
        alone isAlone: Bool = false, ask: @escaping @Sendable (Trial) throws(Stop) -> Void
    ) {
        self.id = id
        self.group = group
        self.profile = profile ?? Profile(group)
        self.rule = rule
        self.title = title
        self.isAlone = isAlone
        self.ask = ask
    }

    /// A case that must be refused, and how: what `request` makes is sent once and the answer is judged.
    static func refused(
        _ id: String, _ group: Group, _ rule: Rule, _ title: String, profile: Profile? = nil,
        _ refusal: Refusal, request: @escaping @Sendable (Trial) throws(Stop) -> Request
    ) -> Case {
        Case(id, group, rule, title, profile: profile) { (trial) throws(Stop) in
            try trial.expect(refusal, from: trial.send(try request(trial)))
        }
    }

    /// A case that must be accepted: what `request` makes is sent once and must come back with 200 and a pass.
    static func accepted(
        _ id: String, _ group: Group, _ rule: Rule, _ title: String, profile: Profile? = nil,
        request: @escaping @Sendable (Trial) throws(Stop) -> Request
    ) -> Case {
        Case(id, group, rule, title, profile: profile) { (trial) throws(Stop) in
            try trial.expectAccepted(trial.send(try request(trial)))
        }
    }

    var mustBeRefused: Bool { id.hasPrefix("PROV-F-") }
}

/// Why a case ends before its end.
enum Stop: Error, Sendable {
    /// The server did something else than it should.
    case failed(expected: String, got: String)
    /// The deployment lacks what the case needs; the reason is for a person.
    case skipped(String)
    /// Something before the question went wrong, so that it could not be asked. Another case has that fault.
    case blocked(String)
}

/// How a case came out.
enum Verdict: Sendable, Equatable {
    case passed
    case failed(expected: String, got: String)
    case skipped(reason: String)
    case blocked(reason: String)

    enum Word: String, CaseIterable, Codable, Sendable { case passed, failed, skipped, blocked }

    var word: Word {
        switch self {
        case .passed: .passed
        case .failed: .failed
        case .skipped: .skipped
        case .blocked: .blocked
        }
    }

    /// Why it was not asked, where it was not.
    var reason: String? {
        switch self {
        case .skipped(let reason), .blocked(let reason): reason
        case .passed, .failed: nil
        }
    }
}
