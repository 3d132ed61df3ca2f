import Wallet

/// A nonce works once.
enum ReplayCases {
    static let all: [Case] = [
        Case("PROV-F-001", .replay, .replay, "The same request a second time is refused as a replay.") {
            (trial) throws(Stop) in
            let order = try trial.order()
            _ = try trial.pass(order)
            try trial.expect(.invalid("nonce_replayed"), to: order.request)
        }
    ]
}
