import Wallet

/// The requests of one run, ready to be sent, and where to.
struct Load: Sendable {
    let address: ServerAddress
    let requests: [PreparedRequest]
}

/// A request, byte for byte: head and body.
struct PreparedRequest: Sendable {
    let bytes: [UInt8]
    /// What was asked, where the answer will be opened.
    let order: Order?

    struct Order: Sendable {
        let card: String
        let details: CardDetails?
        let request: PassRequest
        let leafKey: SimulatedKey
    }
}
