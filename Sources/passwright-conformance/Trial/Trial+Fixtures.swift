import Foundation
import Wallet

// What a case asks of the deployment. Where it is not there the case is skipped, and says why.
extension Trial {
    private var fixtures: Fixtures { deployment.fixtures }

    func need<T>(_ value: T?, _ need: Need) throws(Stop) -> T {
        guard let value else { throw .skipped(need.sentence) }
        return value
    }

    /// The bearer token of this name: a cardholder's, or a broken one.
    func token(_ name: String = "alice") throws(Stop) -> String {
        try need(fixtures.tokens?[name], .token(name))
    }

    /// The id of a holder's card for this purpose: `active_visa`, `frozen`, ...
    func card(_ name: String, of holder: String = "alice") throws(Stop) -> String {
        try need(fixtures.cards?[holder]?[name], .card(holder: holder, name: name)).lowercased()
    }

    /// The id of an active card, whatever its network.
    func activeCard(of holder: String = "alice") throws(Stop) -> String {
        let cards = fixtures.cards?[holder] ?? [:]
        let names = ["active_visa", "active_mastercard", "active_otp", "active"]
        return try need(
            names.lazy.compactMap { cards[$0] }.first, .card(holder: holder, name: "active_...")
        ).lowercased()
    }

    /// What a card holds.
    func details(of card: String) throws(Stop) -> CardDetails {
        try need(fixtures.details(of: card), .details(card: card))
    }

    /// A phone whose leaf is trusted and whose private key is known.
    func phone() throws(Stop) -> Phone { try need(deployment.phone, .simulatedPhone) }

    /// The whole simulated chain with its keys.
    func pki() throws(Stop) -> SimulatedPKI { try need(deployment.pki, .simulatedKeys) }

    /// That nonce signatures by the leaf's key are verified here.
    func needLeafSignature() throws(Stop) {
        guard fixtures.nonceSignature ?? "leaf" == "leaf" else { throw .skipped(Need.leafSignature.sentence) }
    }

    /// A request in good order with a fresh nonce, for a card of the caller's (the first active one, unless named).
    func order(
        _ name: String? = nil, of holder: String = "alice", change: (inout Phone) -> Void = { _ in }
    ) throws(Stop) -> Order {
        var phone = try phone()
        change(&phone)
        let card = if let name { try card(name, of: holder) } else { try activeCard(of: holder) }
        let pass: PassRequest
        do { pass = try phone.request() } catch {
            throw .blocked("the nonce cannot be signed with the leaf's key")
        }
        hide(pass)
        return Order(card: card, token: try token(holder), pass: pass)
    }

    /// Nonce and signature are secret from now on.
    func hide(_ pass: PassRequest) {
        hide(pass.nonce, as: "nonce")
        hide(pass.nonceSignature, as: "nonce signature")
    }

    /// The same order with a fresh nonce, signed.
    func again(_ order: Order) throws(Stop) -> Order {
        var next = order
        do { next.pass = try phone().request(appVersion: order.pass.appVersion) } catch {
            throw .blocked("the nonce cannot be signed with the leaf's key")
        }
        next.pass.device = order.pass.device
        next.pass.productType = order.pass.productType
        hide(next.pass)
        return next
    }
}
