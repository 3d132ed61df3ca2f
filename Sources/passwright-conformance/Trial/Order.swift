import Wallet

/// A provisioning request in good order, every part of it free to be spoilt.
struct Order: Sendable {
    var card: String
    var token: String?
    /// `` or `/user-api`.
    var prefix = ""
    var pass: PassRequest
    /// The card's network, where its name in the fixtures says so.
    var network: String?

    var target: String { "\(prefix)/cards/\(card)/apple-pay/provisioning" }

    /// With the body that the pass makes.
    var request: Request { request(body: pass.json()) }

    /// With another body.
    func request(body: [UInt8]) -> Request {
        Request("POST", target, headers: [("Content-Type", "application/json")], body: body).authorized(token)
    }
}
