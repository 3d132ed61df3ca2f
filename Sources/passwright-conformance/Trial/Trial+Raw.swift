import Wallet

extension Trial {
    /// An order in good order as lines, to be changed.
    func rawOrder(_ change: (inout RawRequest) -> Void = { _ in }) throws(Stop) -> RawRequest {
        var raw = RawRequest(try order().request, to: deployment.address)
        change(&raw)
        return raw
    }

    /// A connection for more than one request, or for bytes in pieces.
    func open() throws(Stop) -> Line {
        do { return try deployment.client.open() } catch {
            throw .failed(expected: "a connection", got: error.sentence)
        }
    }

    /// Waits for the next answer to `sent` on a line; no answer is a failure.
    func read(_ line: inout Line, answering sent: [UInt8], seconds: Int? = nil) throws(Stop) -> Reply {
        let outcome = Result { () throws(Silence) in try line.read(method: "POST", seconds: seconds) }
        record(sent, outcome)
        do { return try outcome.get() } catch { throw .failed(expected: "an answer", got: error.sentence) }
    }

    /// Fails the case unless `bytes` are refused once, the connection then ends, and a request that stands behind them
    /// is not answered.
    func expectTheEnd(_ refusal: Refusal, to bytes: [UInt8]) throws(Stop) {
        let behind = RawRequest(.get("/healthz"), to: deployment.address).bytes
        var line = try open()
        line.write(bytes + behind)
        let outcome = Result { () throws(Silence) in try line.read(method: "POST") }
        record(bytes, outcome)
        switch outcome {
        case .failure(.cut(bytes: 0)) where refusal.mayClose,
            .failure(.connection(.broken)) where refusal.mayClose:
            return
        case .failure(let silence): throw .failed(expected: refusal.sentence, got: silence.sentence)
        case .success(let reply):
            try expect(refusal, from: reply)
            // Whoever stands in front of the server may say so in its own words; the server says this.
            let word = reply.error ?? "BAD_REQUEST"
            try require(word == "BAD_REQUEST", "400 BAD_REQUEST", got: reply.sentence)
        }
        try require(
            line.isClosed(within: 3), "one answer, and the end of the connection",
            got: "more after the refusal, or a connection that stays open")
    }
}
