import Foundation
import Wallet

/// A pass that a server delivered, the order for it, and what is wrong with it.
struct Delivery {
    let order: Order
    let reply: Reply
    let diagnosis: Diagnosis

    /// The clear text's members. Without them there is nothing to judge.
    func payload() throws(Stop) -> FlatJSON {
        guard let bytes = diagnosis.payload else { throw .blocked(Delivery.closed) }
        guard let object = try? FlatJSON(bytes) else { throw .blocked("the payload is no flat JSON object") }
        return object
    }

    static let closed = "the pass does not open in any known way, so nobody can see what it holds"
}

extension Trial {
    /// Orders a pass that another case has no doubt about; without it there is nothing to look at.
    func pass(_ order: Order, after others: [Delivery] = []) throws(Stop) -> Delivery {
        let reply = try send(order.request)
        guard reply.status == 200 else {
            throw .blocked("the order was answered with \(reply.sentence), so there is no pass to look at")
        }
        return try delivery(reply, for: order, after: others)
    }

    /// What is in an answer.
    func delivery(_ reply: Reply, for order: Order, after others: [Delivery] = []) throws(Stop) -> Delivery {
        var known = Diagnosis.Circumstances(
            leafKey: try phone().leafKey, now: Int64(Date().timeIntervalSince1970))
        known.intermediateKey = deployment.pki?.intermediateKey
        known.request = order.pass
        known.otherRequests = others.map(\.order.pass)
        known.otherAnswers = others.map(\.reply.body)
        known.card = order.card
        known.details = deployment.fixtures.details(of: order.card)
        known.network = order.network
        known.paymentNetwork = deployment.network
        return Delivery(order: order, reply: reply, diagnosis: Diagnosis(of: reply.body, known))
    }

    /// Fails the case where a delivery deviates in what the case is about.
    func judge(_ delivery: Delivery, _ expected: String, _ isAbout: (Deviation) -> Bool) throws(Stop) {
        let found = delivery.diagnosis.deviations.filter(isAbout)
        try require(
            found.isEmpty, expected, got: found.map { "\($0.fault) \($0.remedy)" }.joined(separator: " "))
    }
}
