/// What came of adding one card.
package struct AddReport: Sendable {
    /// Where the issuer's server is.
    package let server: String
    package let card: String
    package let device: Phone.Device
    package private(set) var lastFour: String?
    package private(set) var network: String?
    package private(set) var findings: [Finding] = []
    /// Of the provisioning answer; nil where none came.
    package private(set) var status: Int?
    package private(set) var milliseconds: Int?
    package private(set) var requestID: String?
    package private(set) var problem: IssuerProblem?

    package init(server: String, card: String, device: Phone.Device, lastFour: String?) {
        self.server = server
        self.card = card
        self.device = device
        self.lastFour = lastFour
    }

    mutating func add(_ finding: Finding) { findings.append(finding) }

    mutating func learn(_ configuration: CardConfiguration) {
        network = printable(configuration.network)
        if lastFour == nil, configuration.defects.isEmpty { lastFour = configuration.suffix }
    }

    mutating func hear(_ answer: IssuerAnswer) {
        status = answer.status
        milliseconds = answer.milliseconds
        requestID = answer.headers["x-request-id"].map(printable)
        if answer.status != 200 { problem = IssuerProblem(answer) }
    }

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
}
