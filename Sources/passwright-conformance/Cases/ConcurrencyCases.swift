import Foundation
import Wallet

/// Many honest phones at the same moment.
enum ConcurrencyCases {
    static let all: [Case] = [
        Case(
            "PROV-P-080", .concurrency, .concurrency,
            "50 requests with 50 nonces at the same moment are all answered with a pass.",
            alone: true
        ) { (trial) throws(Stop) in
            var passes = 0
            for reply in try fifty(trial) {
                var reply = reply
                // Fifty at once may be too many at once: who is told to come again later comes again.
                if reply.status == 503, reply.header("retry-after") != nil {
                    reply = try trial.send(trial.order().request)
                }
                if reply.status == 200 { passes += 1 }
            }
            try trial.require(passes == 50, "50 passes", got: "\(passes)")
        },
        Case(
            "PROV-P-081", .concurrency, .freshKey, "50 passes at the same moment have 50 ephemeral keys.",
            alone: true
        ) { (trial) throws(Stop) in
            let keys = try fifty(trial).compactMap { $0.object?.text("ephemeral_public_key") }
            guard keys.count > 1 else { throw .blocked("fewer than two passes came") }
            try trial.require(
                Set(keys).count == keys.count, "\(keys.count) different ephemeral keys",
                got: "\(Set(keys).count) of \(keys.count)")
        },
        Case(
            "PROV-P-082", .concurrency, .requestID,
            "50 answers at the same moment have their own requests' ids.",
            alone: true
        ) { (trial) throws(Stop) in
            let token = try trial.token()
            let ids = (0..<50).map { _ in UUID().uuidString.lowercased() }
            let outcomes = trial.sendAtOnce(
                ids.map { .get("/cards", token: token).adding("X-Request-Id", $0) })
            let right = zip(ids, outcomes).count { id, outcome in
                if case .success(let reply) = outcome {
                    reply.header("x-request-id")?.lowercased() == id
                } else {
                    false
                }
            }
            try trial.require(
                right == 50, "each answer with the id of its own request", got: "\(right) of 50")
        },
    ]

    /// The answers to fifty orders at once; no answer is a failure.
    static func fifty(_ trial: Trial) throws(Stop) -> [Reply] {
        let first = try trial.order()
        var requests = [first.request]
        while requests.count < 50 { requests.append(try trial.again(first).request) }
        var replies: [Reply] = []
        for outcome in trial.sendAtOnce(requests) {
            switch outcome {
            case .success(let reply): replies.append(reply)
            case .failure(let silence): throw .failed(expected: "50 answers", got: silence.sentence)
            }
        }
        return replies
    }
}
