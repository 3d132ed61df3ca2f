import Foundation
import Wallet

// What the cases forge with the deployment's own keys.
extension Trial {
    /// Where any signature will do, nothing can be asked about its length and encoding: another case has that fault.
    func needVerifiedSignatures() throws(Stop) {
        var order = try order()
        let nonce = order.pass.nonce
        order.pass.nonceSignature = try forged { try SimulatedKey(.p256).signRaw(nonce) }
        hide(order.pass)
        guard try send(order.request).status != 200 else {
            throw .blocked("any nonce signature is accepted here, so its form cannot be asked about")
        }
    }

    /// Seconds since 1970.
    var now: Int64 { Int64(Date().timeIntervalSince1970) }

    /// What `make` makes of the deployment's keys.
    func forged<T>(_ make: () throws -> T) throws(Stop) -> T {
        do { return try make() } catch {
            throw .blocked("what is to be sent cannot be made with the keys in the fixtures")
        }
    }

    /// A chain made with the deployment's keys.
    func forged(_ forge: ChainCase.Forge) throws(Stop) -> ForgedChain {
        let pki = try pki()
        guard pki.canBeContinued else {
            throw .skipped("the chain in the fixtures (pki) is not one that passwright-wallet pki made")
        }
        let chain = try forged { try forge(ChainForge(pki: pki, now: now)) }
        for certificate in chain.certificates { hide(certificate, as: "certificate") }
        return chain
    }

    /// An order in good order but for its chain, whose leaf's key signs the nonce.
    func order(with chain: ForgedChain) throws(Stop) -> Order {
        var order = try order()
        order.pass.certificates = chain.certificates
        let nonce = order.pass.nonce
        order.pass.nonceSignature = try forged { try chain.sign(nonce) }
        hide(order.pass)
        return order
    }

    /// That a leaf may be another than the fixtures': without it a chain says nothing of what is in its leaf.
    func needOtherLeaves() throws(Stop) {
        let reply = try send(order(with: forged { try $0.leaf() }).request)
        guard reply.status == 200 else {
            throw .blocked(
                "a leaf in good order that is not the fixtures' is answered with \(reply.sentence)")
        }
    }

    /// That a token may be another than the fixtures': without it a token says nothing of what is in it.
    func needOtherTokens(_ forge: TokenForge) throws(Stop) {
        var order = try order()
        let token = try forged { try forge.token() }
        hide(token: token)
        order.token = token
        let reply = try send(order.request)
        guard reply.status == 200 else {
            throw .blocked(
                "a token in good order that is not the fixtures' is answered with \(reply.sentence)")
        }
    }

    func tokenForge() throws(Stop) -> TokenForge {
        let key = try need(deployment.tokenKey, .tokenKey)
        return try need(
            TokenForge(deployment.fixtures, key: key, cardholder: "alice", now: now), .tokenKey)
    }

    func need(_ need: TokenCase.Need, _ forge: TokenForge) throws(Stop) {
        switch need {
        case .anyKey: return
        case .es256:
            guard forge.algorithm == .es256 else {
                throw .skipped("this deployment's tokens are not of ES256")
            }
        case .oneKey, .severalKeys:
            guard let count = deployment.fixtures.jwt?.keys else {
                throw .skipped("the fixtures do not say how many keys tokens are verified with (jwt.keys)")
            }
            guard (count == 1) == (need == .oneKey) else {
                throw .skipped(
                    "this deployment verifies tokens with \(count == 1 ? "one key" : "several keys")")
            }
        }
    }
}
