import Foundation
import TestSupport
import Wallet

/// Phones that ask one request after the other on threads of their own, each with a nonce of its own, until they are
/// told to stop.
final class Crowd: @unchecked Sendable {
    let journal = Journal()
    private let lock = NSLock()
    private var isOver = false
    private var lastBodies: [[UInt8]] = []
    private let server: RunningServer
    private let group = DispatchGroup()

    /// Each thread asks for one of the cards in turn.
    init(_ server: RunningServer, threads: Int = 4, cards: [String] = ["active_visa", "active_mastercard"])
        throws
    {
        self.server = server
        let phone = try server.phone()
        for index in 0..<threads {
            let card = server.card(cards[index % cards.count])
            group.enter()
            Thread.detachNewThread { [self] in
                while !lock.withLock({ isOver }) {
                    ask(server, phone, card)
                    // The machine is the server's too.
                    usleep(2000)
                }
                group.leave()
            }
        }
    }

    /// Returns when each request that was sent has come to its end. The secrets of the last of them, which a server
    /// that ended had in its hands, are looked for in what it wrote.
    @discardableResult
    func stop() -> Journal {
        lock.withLock { isOver = true }
        group.wait()
        for body in lastBodies { server.mark(body) }
        lastBodies = []
        return journal
    }

    /// A fault is over: returns when so many more have been answered with 200, and has the journal keep how long that
    /// took.
    func awaitRecovery(_ more: Int = 20) throws {
        let over = ContinuousClock.now
        let good = journal.count(200)
        try waitUntil { journal.count(200) >= good + more }
        journal.add(recovery: over.duration(to: .now) / .seconds(1))
    }

    private func ask(_ server: RunningServer, _ phone: Phone, _ card: String) {
        let id = UUID().uuidString.lowercased()
        // Longer than Apple's, so that chance repeats none.
        let nonce = (0..<16).map { _ in UInt8.random(in: 0...255) }
        guard let body = try? phone.request(nonce: nonce).json() else { return }
        let path = "/cards/\(card)/apple-pay/provisioning"
        let bytes = RawHTTP.request(
            "POST", path,
            headers: [
                ("Content-Type", "application/json"), ("X-Request-Id", id),
                ("Authorization", "Bearer \(server.alice)"),
            ], body: body)
        lock.withLock { lastBodies = lastBodies.suffix(19) + [body] }
        let start = ContinuousClock.now
        let fate: Journal.Fate
        do {
            let answer = try RawHTTP.send(bytes, port: server.port)
            fate = .answered(status: answer.status, reason: answer.reason)
            judge(answer, id: id, path: path)
        } catch let failure as HTTPFailure {
            fate = failure.isAccepted ? .lost : .refused
        } catch {
            fate = .lost
        }
        let elapsed = start.duration(to: .now) / .milliseconds(1) / 1000
        journal.add(Journal.Entry(requestID: id, fate: fate, seconds: elapsed))
    }

    /// Each kind of answer is held against the whole document once.
    private func judge(_ answer: RawAnswer, id: String, path: String) {
        if answer.header("x-request-id") != id { journal.add(violation: "an answer to another request") }
        guard journal.isNew("\(answer.status) \(answer.error ?? "") \(answer.reason ?? "")"),
            let document = try? OpenAPIDocument.read.get()
        else { return }
        document.violations(
            method: "POST", path: path, status: answer.status, headers: answer.headers, body: answer.body
        ).forEach(journal.add(violation:))
    }
}
