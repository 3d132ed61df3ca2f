/// The requests of one run, ready to be sent, and where to.
struct Load: Sendable {
    let address: ServerAddress
    /// Head and body, byte for byte.
    let requests: [[UInt8]]
}
