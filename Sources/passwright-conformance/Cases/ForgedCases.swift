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
                let reply = try trial.send(order.request)
                if reply.status != 200, rule != .chainAccepted { try trial.needOtherLeaves() }
                try trial.expectAccepted(reply)
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
            case .accepted:
                let reply = try trial.send(order.request)
                if reply.status == 401, rule != .tokenAccepted { try trial.needOtherTokens(forge) }
                try trial.expectAccepted(reply)
            case .stranger:
                // A card of nobody's: what is said of another's is another rule.
                order.card = try trial.unknownCard()
                let reply = try trial.send(order.request)
                if reply.status == 401 { try trial.needOtherTokens(forge) }
                try trial.expect(.cardNotFound, from: reply)
            case .refused: try trial.expect(Refusal(401, "UNAUTHORIZED"), to: order.request)
            }
        }
    }
}
