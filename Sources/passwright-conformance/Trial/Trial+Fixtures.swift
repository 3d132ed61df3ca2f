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

    /// What active cards are called, whatever their network.
    private static let activeNames = ["active_visa", "active_mastercard", "active_otp", "active"]

    /// The name of an active card, whatever its network.
    func activeName(of holder: String = "alice") throws(Stop) -> String {
        let cards = fixtures.cards?[holder] ?? [:]
        return try need(
            Trial.activeNames.first { cards[$0] != nil }, .card(holder: holder, name: "active_..."))
    }

    /// Its id.
    func activeCard(of holder: String = "alice") throws(Stop) -> String {
        try card(try activeName(of: holder), of: holder)
    }

    /// The id of another active card of the same holder.
    func otherActiveCard(than card: String, of holder: String = "alice") throws(Stop) -> String {
        let cards = fixtures.cards?[holder] ?? [:]
        let others = Trial.activeNames.compactMap { cards[$0]?.lowercased() }.filter { $0 != card }
        return try need(others.first, .card(holder: holder, name: "second active_..."))
    }

    /// What a card holds.
    func details(of card: String) throws(Stop) -> CardDetails {
        try need(fixtures.details(of: card), .details(card: card))
    }

    /// A phone whose leaf is trusted and whose private key is known.
    func phone() throws(Stop) -> Phone { try need(deployment.phone, .simulatedPhone) }

    /// The whole simulated chain with its keys.
    func pki() throws(Stop) -> SimulatedPKI { try need(deployment.pki, .simulatedKeys) }

    /// Whoever may pause provisioning.
    func administrator() throws(Stop) -> Administrator {
        let address = try need(fixtures.adminDSN, .administrator)
        return try need(Administrator(address: address), .psql)
    }

    /// The id of a cardholder: the text in the token's claim.
    func cardholder(_ name: String) throws(Stop) -> String {
        try need(fixtures.cardholders?[name], .other("the fixtures do not say who \(name) is (cardholders)"))
    }

    /// Attempts a minute, where they are few enough to be used up.
    func callerAllowance() throws(Stop) -> Int {
        let sentence = "the fixtures name no caller's allowance of at most 100 a minute (caller_allowance)"
        let allowance = try need(fixtures.callerAllowance, .other(sentence))
        guard (1...100).contains(allowance) else { throw .skipped(sentence) }
        return allowance
    }

    /// A good token of a cardholder whom nobody knows.
    func strangersToken() throws(Stop) -> String {
        let now = Int64(Date().timeIntervalSince1970)
        let key = try need(deployment.tokenKey, .tokenKey)
        let forge = try need(TokenForge(fixtures, key: key, cardholder: "alice", now: now), .tokenKey)
        let stranger = try mark()
        guard let token = try? forge.token({ $0.claims.set("sub", stranger.json) }) else {
            throw .blocked("no token can be signed here")
        }
        hide(token: token)
        return token
    }

    /// That a strict proxy stands in front of the server.
    func needEdge() throws(Stop) {
        guard fixtures.edge == true else {
            throw .skipped("the fixtures do not say that a strict proxy stands in front of the server (edge)")
        }
    }

    /// What stops the server.
    func stopCommand() throws(Stop) -> Command { try need(deployment.stopCommand, .stopCommand) }

    /// The metrics, from the listener of their own.
    func sendToMetrics() throws(Stop) -> Reply {
        let address = try need(fixtures.metricsURL.flatMap(Address.init), .metrics)
        let request = Request.get("")
        let outcome = Result { () throws(Silence) -> Reply in
            let client: Client
            do throws(ConnectionDefect) {
                client = try Client(address, seconds: deployment.client.seconds)
            } catch { throw .connection(error) }
            return try client.send(request)
        }
        record(request.bytes(for: address), outcome)
        switch outcome {
        case .success(let reply): return reply
        case .failure(let silence): throw .failed(expected: "the metrics", got: silence.sentence)
        }
    }

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
        let name = if let name { name } else { try activeName(of: holder) }
        let card = try card(name, of: holder)
        let pass: PassRequest
        do { pass = try phone.request() } catch {
            throw .blocked("the nonce cannot be signed with the leaf's key")
        }
        hide(pass)
        let network = ["visa", "mastercard"].first { name.hasPrefix("active_\($0)") }
        return Order(card: card, token: try token(holder), pass: pass, network: network)
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
