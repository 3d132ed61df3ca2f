import Foundation
import Wallet

/// One case being asked: it sends, remembers what was sent and what came, and knows the deployment.
///
/// It belongs to the thread that runs the case.
final class Trial {
    let deployment: Deployment
    private(set) var exchanges: [Exchange] = []
    /// Whether the server has answered anything in HTTP.
    private(set) var wasAnswered = false
    /// Whether an answer was 503 with Retry-After: too busy, ask again.
    private(set) var wasBusy = false
    private var redactor: Redactor

    init(_ deployment: Deployment) {
        self.deployment = deployment
        redactor = deployment.redactor
    }

    /// A text for a report.
    func redacted(_ text: String) -> String { redactor.text(text) }

    /// No report may hold `bytes` from now on.
    func hide(_ bytes: [UInt8], as kind: String) { redactor.hide(bytes, as: kind) }
    /// No report may hold `token` from now on.
    func hide(token: String) { redactor.hide(token: token) }

    // MARK: Sending

    /// Sends a request and waits for the answer; no answer is a failure.
    func send(_ request: Request) throws(Stop) -> Reply {
        switch outcome(of: request) {
        case .success(let reply): return reply
        case .failure(let silence): throw .failed(expected: "an answer", got: silence.sentence)
        }
    }

    /// Sends a request and waits for whatever comes.
    func outcome(of request: Request) -> Result<Reply, Silence> {
        let outcome = Result { () throws(Silence) in try deployment.client.send(request) }
        record(request.bytes(for: deployment.address), outcome)
        return outcome
    }

    /// Sends them all at the same time, each over a connection of its own. Of so many exchanges only those that are
    /// not like the first are remembered, and the first. `meanwhile` is called when they are on their way.
    func sendAtOnce(_ requests: [Request], meanwhile: () -> Void = {}) -> [Result<Reply, Silence>] {
        let outcomes = Volley(deployment.client, requests).fire(meanwhile: meanwhile)
        var seen: Set<String> = []
        for (request, outcome) in zip(requests, outcomes) {
            let kind =
                switch outcome {
                case .success(let reply): reply.error.map { "\(reply.status) \($0)" } ?? "\(reply.status)"
                case .failure(let silence): silence.sentence
                }
            if seen.insert(kind).inserted, seen.count <= 4 {
                record(request.bytes(for: deployment.address), outcome)
            }
        }
        return outcomes
    }

    /// Sends them one after the other over one connection, which the server may close after any of them: then the next
    /// goes over a new one, as every HTTP client would have it.
    func sendInTurn(_ requests: [Request]) throws(Stop) -> [Reply] {
        var line: Line?
        var replies: [Reply] = []
        for request in requests {
            let outcome = Result { () throws(Silence) -> Reply in
                var current = if let line { line } else { try deployment.client.open() }
                let reply = try current.send(request, keepingAlive: true)
                line = reply.header("connection")?.lowercased() == "close" ? nil : current
                return reply
            }
            record(request.bytes(for: deployment.address, keepingAlive: true), outcome)
            switch outcome {
            case .success(let reply): replies.append(reply)
            case .failure(let silence): throw .failed(expected: "an answer", got: silence.sentence)
            }
        }
        return replies
    }

    /// Remembers an exchange that went another way than through `send`.
    func record(_ sent: [UInt8], _ outcome: Result<Reply, Silence>) {
        let text = WireText(redactor: redactor)
        let request = text.request(sent)
        switch outcome {
        case .success(let reply):
            wasAnswered = true
            if reply.status == 503, reply.header("retry-after") != nil { wasBusy = true }
            exchanges.append(
                Exchange(
                    sent: request, got: text.reply(reply), status: reply.status,
                    milliseconds: reply.milliseconds))
        case .failure(let silence):
            exchanges.append(
                Exchange(sent: request, got: silence.sentence, status: nil, milliseconds: nil))
        }
    }

    // MARK: Judging

    /// Fails the case unless `condition` holds.
    func require(_ condition: Bool, _ expected: String, got: @autoclosure () -> String) throws(Stop) {
        guard condition else { throw .failed(expected: expected, got: got()) }
    }

    /// Fails the case unless a request is refused as it should be.
    func expect(_ refusal: Refusal, to request: Request) throws(Stop) {
        switch outcome(of: request) {
        case .success(let reply): try expect(refusal, from: reply)
        case .failure(let silence):
            switch silence {
            case .cut(bytes: 0), .connection(.broken): if refusal.mayClose { return }
            default: break
            }
            throw .failed(expected: refusal.sentence, got: silence.sentence)
        }
    }

    /// Fails the case unless `reply` is the refusal.
    func expect(_ refusal: Refusal, from reply: Reply) throws(Stop) {
        let isRight =
            refusal.statuses.contains(reply.status) && (refusal.error.map { $0 == reply.error } ?? true)
            && (refusal.reasons.isEmpty || reply.reason.map(refusal.reasons.contains) ?? false)
            && (refusal.header.map { header in reply.header(header.name)?.hasPrefix(header.prefix) ?? false }
                ?? true)
        try require(isRight, refusal.sentence, got: reply.sentence)
    }

    /// Fails the case unless `reply` is 200 with a pass.
    func expectAccepted(_ reply: Reply) throws(Stop) {
        let isPass = reply.status == 200 && reply.object?["encrypted_pass_data"] != nil
        try require(isPass, "200 with a pass", got: reply.sentence)
    }
}
