internal import Foundation

extension Chaos {
    func play(_ prank: Prank, _ dice: inout Dice) throws(Spoiled) -> Finding {
        let check = prank.rawValue
        switch prank {
        case .abortedThenNew:
            try drop(bytes(request()))
            return judged(check, opened(try send(bytes(request()))), "200, a card all the same")
        case .nonceAgain:
            let bytes = try bytes(request())
            let first = try send(bytes)
            return both(check, first, try send(bytes), "200, then 400 nonce_replayed")
        case .late: return try late(check, &dice)
        case .swapped:
            var request = try request()
            request.certificates.reverse()
            return judged(
                check, try opened(send(bytes(request))),
                "200: the marker tells which is the leaf")
        case .droppedThenSame:
            let bytes = try bytes(request())
            try drop(bytes)
            pause(milliseconds: 300)
            return once(
                check, [try send(bytes), try send(bytes)], "one card at most, then 400 nonce_replayed")
        case .cutShort:
            let request = try request()
            let bytes = bytes(request)
            try drop(Array(bytes.prefix(bytes.count - Int.random(in: 1...200, using: &dice))))
            return judged(
                check, opened(try send(bytes)), "200: half a request uses no nonce up")
        case .twiceAtOnce: return try twiceAtOnce(check)
        case .halfClosed: return try halfClosed(check)
        case .pipelined: return try pipelined(check)
        }
    }

    private func judged(_ check: String, _ defect: String?, _ good: String) -> Finding {
        defect.map { .failed(.server, check, $0) } ?? .passed(.server, check, good)
    }

    /// What is wrong with an answer that should be a pass; nil where it is one and opens.
    private func opened(_ answer: PhoneLine.Answer) -> String? {
        guard answer.status == 200 else { return said(answer) }
        guard let pass = try? PassAnswer(body: answer.body),
            (try? Apple.open(pass, with: order.phone.leafKey)) != nil
        else { return "200, and what came does not open" }
        return nil
    }

    private func reason(_ answer: PhoneLine.Answer) -> String? {
        IssuerProblem(IssuerAnswer(status: answer.status, headers: [:], body: answer.body, milliseconds: 0))?
            .reason
    }

    private func said(_ answer: PhoneLine.Answer) -> String {
        "the server says \(answer.status)\(reason(answer).map { " \($0)" } ?? "")"
    }

    private func isReplay(_ answer: PhoneLine.Answer) -> Bool {
        answer.status == 400 && reason(answer) == "nonce_replayed"
    }

    private func both(
        _ check: String, _ first: PhoneLine.Answer, _ second: PhoneLine.Answer, _ good: String
    ) -> Finding {
        guard first.status == 200 else { return .failed(.server, check, said(first)) }
        return .check(
            .server, check, isReplay(second), good,
            otherwise: second.status == 200
                ? "200 twice: the nonce worked again"
                : "200, then \(said(second)), and not 400 nonce_replayed")
    }

    /// Of answers to one and the same request: one is good at most, and every other says that it is a replay.
    private func once(_ check: String, _ answers: [PhoneLine.Answer], _ good: String) -> Finding {
        let cards = answers.count { $0.status == 200 }
        if cards > 1 { return .failed(.server, check, "200 twice: the nonce worked again") }
        if let other = answers.first(where: { $0.status != 200 && !isReplay($0) }) {
            return .failed(.server, check, "\(said(other)), and not 400 nonce_replayed")
        }
        return .passed(.server, check, good)
    }

    private func pause(milliseconds: Int) { Thread.sleep(forTimeInterval: Double(milliseconds) / 1000) }

    /// Sends `bytes` and is gone.
    private func drop(_ bytes: [UInt8]) throws(Spoiled) { try write(bytes, line()) }

    private func late(_ check: String, _ dice: inout Dice) throws(Spoiled) -> Finding {
        let request = try request()
        pause(milliseconds: Int.random(in: 200...1000, using: &dice))
        var rest = bytes(request)[...]
        var line = try line()
        let step = rest.count / Int.random(in: 4...9, using: &dice) + 1
        while !rest.isEmpty {
            try write(rest.prefix(step), line)
            rest = rest.dropFirst(step)
            pause(milliseconds: Int.random(in: 50...250, using: &dice))
        }
        let answer = try hear(&line)
        if answer.status == 408 { return .passed(.server, check, "408: slower than the server waits") }
        return judged(check, opened(answer), "200")
    }

    private func twiceAtOnce(_ check: String) throws(Spoiled) -> Finding {
        let bytes = try bytes(request())
        let pair = Pair()
        for _ in 0..<2 {
            Thread.detachNewThread { pair.put(Result { () throws(Spoiled) in try self.send(bytes) }) }
        }
        var answers: [PhoneLine.Answer] = []
        for result in pair.both() { answers.append(try result.get()) }
        guard answers.contains(where: { $0.status == 200 }) else {
            return .failed(.server, check, "no card at all: \(said(answers[0]))")
        }
        return once(check, answers, "one 200 and one 400 nonce_replayed")
    }

    /// HTTP lets a server take the end of the phone's half for the end of the phone; then a new flow must work.
    private func halfClosed(_ check: String) throws(Spoiled) -> Finding {
        var line = try line()
        try write(bytes(request()), line)
        line.finishWriting()
        do throws(Spoiled) {
            return judged(check, opened(try hear(&line)), "200: the answer still comes")
        } catch {
            guard error.defect == .broken else { throw error }
            return judged(
                check, opened(try send(bytes(request()))), "taken for gone; the next request is answered")
        }
    }

    private func pipelined(_ check: String) throws(Spoiled) -> Finding {
        var line = try line()
        try write(head("GET", "/cards/\(order.card)", last: false) + bytes(request()), line)
        let first = try hear(&line)
        guard [200, 404].contains(first.status) else { return .failed(.server, check, said(first)) }
        guard !first.isLast else {
            return .passed(.server, check, "the first is answered and the connection closed in good order")
        }
        do throws(Spoiled) {
            return judged(check, opened(try hear(&line)), "both answered, in their order")
        } catch {
            guard error.defect != nil else { throw error }
            return .failed(.server, check, "the first is answered, the second is not: \(error.reason)")
        }
    }
}

/// Two results from two threads.
private final class Pair: @unchecked Sendable {
    private let condition = NSCondition()
    private var results: [Result<PhoneLine.Answer, Chaos.Spoiled>] = []

    func put(_ result: Result<PhoneLine.Answer, Chaos.Spoiled>) {
        condition.lock()
        results.append(result)
        condition.broadcast()
        condition.unlock()
    }

    /// Waits for both; each has its own deadline.
    func both() -> [Result<PhoneLine.Answer, Chaos.Spoiled>] {
        condition.lock()
        defer { condition.unlock() }
        while results.count < 2 { condition.wait() }
        return results
    }
}
