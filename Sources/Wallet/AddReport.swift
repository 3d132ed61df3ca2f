/// What came of adding one card.
package struct AddReport: Sendable {
    /// Where the issuer's server is.
    package let server: String
    package let card: String
    package let device: Phone.Device
    package private(set) var lastFour: String?
    package private(set) var network: String?
    /// Everything that happened, in order.
    package private(set) var steps: [Step] = []
    /// Of the provisioning answer; nil where none came.
    package private(set) var status: Int?
    package private(set) var milliseconds: Int?
    package private(set) var requestID: String?
    package private(set) var problem: IssuerProblem?
    /// Why no answer came, where none did.
    private var silence: Silence?
    /// What is wrong with a pass that was refused.
    package private(set) var deviations: [Deviation] = []
    /// The provisioning request and its answer; nil where none came.
    package private(set) var exchange: SavedExchange?
    /// Told of each step when it is taken.
    private let watching: @Sendable (Step) -> Void

    package init(
        server: String, card: String, device: Phone.Device, lastFour: String?,
        watching: @escaping @Sendable (Step) -> Void = { _ in }
    ) {
        self.server = server
        self.card = card
        self.device = device
        self.lastFour = lastFour
        self.watching = watching
    }

    package var findings: [Finding] {
        steps.compactMap { if case .finding(let finding) = $0 { finding } else { nil } }
    }

    mutating func add(_ finding: Finding) { take(.finding(finding)) }

    mutating func goes(from: Finding.Party, to: Finding.Party, _ words: String) {
        take(.leg(from: from, to: to, words))
    }

    private mutating func take(_ step: Step) {
        steps.append(step)
        watching(step)
    }

    mutating func learn(_ configuration: CardConfiguration) {
        network = printable(configuration.network)
        if lastFour == nil, configuration.defects.isEmpty { lastFour = configuration.suffix }
    }

    /// No answer came, where `check` was to look at one.
    mutating func hear(_ silence: Silence, instead check: String) {
        self.silence = silence
        add(.failed(.server, check, silence.sentence))
    }

    mutating func hear(_ answer: IssuerAnswer, to request: PassRequest, at time: Int64) {
        status = answer.status
        milliseconds = answer.milliseconds
        requestID = answer.headers["x-request-id"].map(printable)
        if answer.status != 200 { problem = IssuerProblem(answer) }
        exchange = SavedExchange(
            card: card, network: network, request: request, answer: answer, time: time)
    }

    mutating func blame(_ found: [Deviation]) { deviations = found }

    /// Whether the wallet would hold the card now: the pass was opened and nothing failed.
    package var added: Bool {
        findings.contains { $0.party == .apple && $0.verdict == .passed }
            && !findings.contains { $0.verdict == .failed }
    }

    /// What stands on the phone's screen.
    package var phoneTitle: String { added ? "Card Added" : "Could Not Add Card" }

    /// The line below it.
    package var phoneText: String {
        if added {
            return device == .watch ? "Ready for Apple Pay on your watch." : "Ready for Apple Pay."
        }
        return "Try again later or contact your card issuer for more information."
    }

    /// What to do about a refusal that is not a matter of the pass; nil where nothing is known to help.
    package var advice: String? {
        guard !added else { return nil }
        if let silence { return Advice.about(silence, at: server) }
        return Advice.about(problem, status: status)
    }
}
