import Foundation
import Wallet

/// Cases about what the suite forges with the deployment's own keys: chains, nonce signatures, tokens.
enum ForgedCases {
    static let all: [Case] =
        ChainCase.all.map(\.asked) + recipients + NonceCase.all.map(\.asked) + TokenCase.all.map(\.asked)
}

extension ChainCase {
    fileprivate var asked: Case {
        Case(id, .certificates, rule, title) { (trial) throws(Stop) in
            let order = try trial.order(with: trial.forged(forge))
            if let reason {
                try trial.expect(.invalid(reason), to: order.request)
            } else {
                try trial.expectAccepted(trial.send(order.request))
            }
        }
    }
}

/// To whom the pass is encrypted where there is a choice: whoever has that key can read it.
private let recipients: [Case] = [
    recipient("PROV-P-111", "A pass for a chain with the intermediate first is encrypted to the leaf.") {
        $0.honest.with([$0.pki.intermediate, $0.pki.leaf])
    },
    recipient("PROV-P-112", "A pass for another leaf is encrypted to that leaf.") { try $0.leaf() },
]

private func recipient(_ id: String, _ title: String, _ forge: @escaping ChainCase.Forge) -> Case {
    Case(id, .certificates, .recipient, title) { (trial) throws(Stop) in
        let pki = try trial.pki()
        let chain = try trial.forged(forge)
        let order = try trial.order(with: chain)
        let reply = try trial.pass(order).reply
        var opens = false
        for other in [pki.intermediateKey, pki.leafKey] where other !== chain.key {
            var known = Diagnosis.Circumstances(leafKey: chain.key, now: trial.now)
            known.intermediateKey = other
            let diagnosis = Diagnosis(of: reply.body, known)
            opens = opens || diagnosis.opens
            try trial.require(
                !diagnosis.has(.toIntermediate), "a pass that is encrypted to the leaf that was sent",
                got: "a pass that is encrypted to another key")
        }
        guard opens else { throw .blocked(Delivery.closed) }
    }
}

extension NonceCase {
    fileprivate var asked: Case {
        Case(id, .nonce, rule, title) { (trial) throws(Stop) in
            try trial.needLeafSignature()
            var order = try trial.order()
            let key = try trial.phone().leafKey
            let pair = try trial.forged { try forge(key) }
            order.pass.nonce = pair.nonce
            order.pass.nonceSignature = pair.signature
            trial.hide(order.pass)
            if forUnknownCard { order.card = UUID().uuidString.lowercased() }

            if let reason {
                let reply = try trial.send(order.request)
                if reply.status == 200, rule != .nonceSignature { try trial.needVerifiedSignatures() }
                try trial.expect(.invalid(reason), from: reply)
            } else if forUnknownCard {
                try trial.expect(.cardNotFound, to: order.request)
            } else {
                try trial.expectAccepted(trial.send(order.request))
            }
        }
    }
}

extension TokenCase {
    fileprivate var asked: Case {
        Case(id, .tokens, rule, title) { (trial) throws(Stop) in
            let forge = try trial.tokenForge()
            try trial.need(needs, forge)
            let token = try trial.forged { try self.forge(forge) }
            trial.hide(token: token)
            var order = try trial.order()
            order.token = token

            switch outcome {
            case .accepted: try trial.expectAccepted(trial.send(order.request))
            case .stranger: try trial.expect(.cardNotFound, to: order.request)
            case .refused: try trial.expect(Refusal(401, "UNAUTHORIZED"), to: order.request)
            }
        }
    }
}

extension Trial {
    /// Where any signature will do, nothing can be asked about its length and encoding: another case has that fault.
    fileprivate func needVerifiedSignatures() throws(Stop) {
        var order = try order()
        let nonce = order.pass.nonce
        order.pass.nonceSignature = try forged { try SimulatedKey(.p256).signRaw(nonce) }
        hide(order.pass)
        guard try send(order.request).status != 200 else {
            throw .blocked("any nonce signature is accepted here, so its form cannot be asked about")
        }
    }

    /// Seconds since 1970.
    fileprivate var now: Int64 { Int64(Date().timeIntervalSince1970) }

    /// What `make` makes of the deployment's keys.
    fileprivate func forged<T>(_ make: () throws -> T) throws(Stop) -> T {
        do { return try make() } catch {
            throw .blocked("what is to be sent cannot be made with the keys in the fixtures")
        }
    }

    /// A chain made with the deployment's keys.
    fileprivate func forged(_ forge: ChainCase.Forge) throws(Stop) -> ForgedChain {
        let pki = try pki()
        guard pki.canBeContinued else {
            throw .skipped("the chain in the fixtures (pki) is not one that passwright-wallet pki made")
        }
        let chain = try forged { try forge(ChainForge(pki: pki, now: now)) }
        for certificate in chain.certificates { hide(certificate, as: "certificate") }
        return chain
    }

    /// An order in good order but for its chain, whose leaf's key signs the nonce.
    fileprivate func order(with chain: ForgedChain) throws(Stop) -> Order {
        var order = try order()
        order.pass.certificates = chain.certificates
        let nonce = order.pass.nonce
        order.pass.nonceSignature = try forged { try chain.sign(nonce) }
        hide(order.pass)
        return order
    }

    fileprivate func tokenForge() throws(Stop) -> TokenForge {
        let key = try need(deployment.tokenKey, .tokenKey)
        return try need(
            TokenForge(deployment.fixtures, key: key, cardholder: "alice", now: now), .tokenKey)
    }

    fileprivate func need(_ need: TokenCase.Need, _ forge: TokenForge) throws(Stop) {
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
