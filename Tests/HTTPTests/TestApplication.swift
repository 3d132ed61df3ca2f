import Foundation
import HTTP
import Testing

/// Every test of this room: one after the other, since they measure time, connections and descriptors.
@Suite(.serialized) struct HTTPTests {}

/// An application that says what it was asked. Its workers wait at `/gate` until the gate is open.
final class TestApplication: HTTPApplication {
    let gate = Gate()

    struct Worker: HTTPWorker {
        let gate: Gate

        func answer(_ request: HTTPRequest) -> HTTPResponse {
            if request.head.path == "/gate" { gate.pass() }
            let size = Int(String(request.head.query ?? "")) ?? 0
            let text = "\(request.head.method) \(request.head.path) \(request.body.count)"
            let body = Array(text.utf8) + [UInt8](repeating: 0x2E, count: size)
            gate.note(request)
            return HTTPResponse(status: 200, fields: [HTTPField("X-Of", "worker")], body: body)
        }

        func afterAnswer() { gate.noteAfter() }
    }

    func makeWorker(_ index: Int) -> Worker { Worker(gate: gate) }

    func immediate(_ head: HTTPHead) -> HTTPResponse? {
        head.path == "/healthz" ? HTTPResponse(status: 200, body: Array("alive".utf8)) : nil
    }

    func answer(to problem: HTTPProblem, head: HTTPHead?) -> HTTPResponse {
        let status =
            switch problem {
            case .badRequest: 400
            case .requestTimeout: 408
            case .payloadTooLarge: 413
            case .headersTooLarge: 431
            case .queueFull, .overdue, .shuttingDown: 503
            }
        return HTTPResponse(status: status, body: Array("\(problem)".utf8))
    }
}

/// Where workers wait, and what they leave.
final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOpen = false
    private var waiting = 0
    private var requests: [HTTPRequest] = []
    private var after = 0

    func pass() {
        condition.withLock {
            waiting += 1
            condition.broadcast()
            while !isOpen { condition.wait() }
            waiting -= 1
        }
    }

    func open() {
        condition.withLock {
            isOpen = true
            condition.broadcast()
        }
    }

    /// Waits until so many workers stand at the gate.
    func await(_ count: Int) {
        condition.withLock { while waiting < count { condition.wait() } }
    }

    func note(_ request: HTTPRequest) { condition.withLock { requests.append(request) } }
    func noteAfter() {
        condition.withLock {
            after += 1
            condition.broadcast()
        }
    }
    func awaitAfter(_ count: Int) { condition.withLock { while after < count { condition.wait() } } }

    /// What workers were given, in the order of their answers.
    var given: [HTTPRequest] { condition.withLock { requests } }
}

/// Runs a server on a free port of loopback, and drains it afterwards.
func withServer<R>(
    _ change: (inout HTTPLimits) -> Void = { _ in },
    _ body: (_ server: HTTPServer, _ application: TestApplication, _ port: Int) throws -> R
) throws -> R {
    var limits = HTTPLimits()
    limits.workers = 2
    change(&limits)
    let application = TestApplication()
    let server = try HTTPServer(
        listener: .tcp(host: "127.0.0.1", port: 0, beyondLoopback: false), limits: limits,
        application: application)
    try server.start()
    defer {
        application.gate.open()
        let outcome = server.drain(within: 20_000, idleMilliseconds: 0)
        precondition(outcome == .drained, "the server of a test is stuck")
    }
    return try body(server, application, server.boundPort!)
}

/// Waits until something is so; false where it is not within ten seconds.
func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<1000 {
        if condition() { return true }
        usleep(10_000)
    }
    return condition()
}
