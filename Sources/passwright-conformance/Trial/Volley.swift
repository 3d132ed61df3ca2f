import Foundation
import Wallet

/// Requests that go out at the same moment, one thread and one connection each.
final class Volley: @unchecked Sendable {
    private let client: Client
    private let requests: [Request]
    private let condition = NSCondition()
    private var outcomes: [Result<Reply, Silence>?]
    private var connected = 0

    init(_ client: Client, _ requests: [Request]) {
        self.client = client
        self.requests = requests
        outcomes = Array(repeating: nil, count: requests.count)
    }

    /// Sends when every connection stands, then calls `meanwhile`; returns when every answer has come, or has not come
    /// in time.
    func fire(meanwhile: () -> Void) -> [Result<Reply, Silence>] {
        for index in requests.indices { Thread.detachNewThread { self.send(index) } }
        meet()
        meanwhile()
        condition.lock()
        defer { condition.unlock() }
        while outcomes.contains(where: { $0 == nil }) { condition.wait() }
        return outcomes.map { $0! }
    }

    private func send(_ index: Int) {
        let outcome = Result { () throws(Silence) -> Reply in
            let line = Result { () throws(Silence) in try client.open() }
            self.arrive()
            self.meet()
            var connection = try line.get()
            return try connection.send(self.requests[index])
        }
        condition.lock()
        outcomes[index] = outcome
        condition.broadcast()
        condition.unlock()
    }

    private func arrive() {
        condition.lock()
        connected += 1
        condition.broadcast()
        condition.unlock()
    }

    /// Waits until everybody has got so far.
    private func meet() {
        condition.lock()
        while connected < requests.count { condition.wait() }
        condition.unlock()
    }
}
