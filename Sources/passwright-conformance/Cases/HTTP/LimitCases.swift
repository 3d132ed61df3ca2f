import Wallet

/// How much a request may be, and how long it may take to come.
enum LimitCases {
    static let all = bodies + heads + slow

    private static let bodyLimit = 64 * 1024
    private static let tooLarge = Refusal(413, "PAYLOAD_TOO_LARGE", "payload_too_large")

    private static let bodies: [Case] = [
        .goodBody(350, .bodyLimit, "A body of 64 KiB is accepted.", group: .limits) {
            padded($0.bytes, to: bodyLimit)
        },
        .badBody(
            512, .bodyLimit, "A body one byte past 64 KiB is refused with 413.", tooLarge, group: .limits
        ) {
            padded($0.bytes, to: bodyLimit + 1)
        },
        .badBody(513, .bodyLimit, "A body of 1 MiB is refused with 413.", tooLarge, group: .limits) {
            padded($0.bytes, to: 1 << 20)
        },
        .accepted("PROV-P-351", .limits, .bodyLimit, "A body of 64 KiB in chunks is accepted.") {
            (trial) throws(Stop) in try chunked(trial, bodyLimit)
        },
        .refused(
            "PROV-F-514", .limits, .bodyLimit, "A body one byte past 64 KiB in chunks is refused with 413.",
            tooLarge
        ) { (trial) throws(Stop) in try chunked(trial, bodyLimit + 1) },
        Case(
            "PROV-F-515", .limits, .bodyLimit,
            "Who announces too much and expects 100-continue is refused with 413."
        ) { (trial) throws(Stop) in
            let raw = try trial.rawOrder {
                $0.body = padded($0.body, to: bodyLimit + 1)
                $0.announce("\(bodyLimit + 1)")
                $0.headers.append("Expect: 100-continue")
            }
            var line = try trial.open()
            line.write(raw.head)
            // A proxy may say at once that it will take it.
            if line.isToldToGoOn() { line.write(raw.body) }
            try trial.expect(tooLarge, from: trial.read(&line, answering: raw.head))
        },
    ]

    /// The limit is 16 KiB, to which whoever stands in front may add or take away a header, and which he may refuse in
    /// words of his own.
    private static let tooLong = Refusal(anyOf: 400, 414, 431)

    private static let heads: [Case] = [
        .accepted(
            "PROV-P-352", .limits, .headLimit, "A request line and headers of 15 KiB together are accepted."
        ) { (trial) throws(Stop) in try headed(trial, 15 * 1024) },
        .refused(
            "PROV-F-516", .limits, .headLimit,
            "A request line and headers of 17 KiB together are refused with 431.",
            tooLong
        ) { (trial) throws(Stop) in try headed(trial, 17 * 1024) },
        .refused(
            "PROV-F-517", .limits, .headLimit, "A request line of 17 KiB is refused.",
            Refusal(anyOf: 414, 431)
        ) { (trial) throws(Stop) in
            .get("/" + String(repeating: "a", count: 17 * 1024), token: try trial.token())
        },
    ]

    /// The server's own time is 10 seconds; whoever stands in front of it may take longer.
    private static let patience = 30
    private static let slow: [Case] = [
        unfinished(518, "Headers that do not come to an end") { $0.head.dropLast(2) },
        unfinished(519, "A body that does not come to an end") { $0.bytes.dropLast(10) },
    ]

    /// With as much white space behind it as it takes.
    private static func padded(_ body: [UInt8], to size: Int) -> [UInt8] {
        body + [UInt8](repeating: 0x20, count: size - body.count)
    }

    private static func chunked(_ trial: Trial, _ size: Int) throws(Stop) -> Request {
        let order = try trial.order()
        let request = order.request(body: padded(order.pass.json(), to: size))
        var raw = RawRequest(request, to: trial.deployment.address)
        raw.headers.append("Connection: close")
        raw.chunk(4096)
        return Request(raw: raw.bytes)
    }

    /// In headers of 1 KiB, as many as it takes.
    private static func headed(_ trial: Trial, _ size: Int) throws(Stop) -> Request {
        var raw = try trial.rawOrder { $0.headers.append("Connection: close") }
        while raw.head.count < size {
            raw.headers.append(
                "X-Padding: " + String(repeating: "a", count: min(1000, size - raw.head.count)))
        }
        return Request(raw: raw.bytes)
    }

    private static func unfinished(
        _ number: Int, _ what: String, _ bytes: @escaping @Sendable (RawRequest) -> [UInt8]
    ) -> Case {
        let title = "\(what) are given up within \(patience) seconds."
        return Case("PROV-F-\(number)", .limits, .slowRequest, title) { (trial) throws(Stop) in
            let sent = bytes(try trial.rawOrder())
            var line = try trial.open()
            line.write(sent)
            let outcome = Result { () throws(Silence) in try line.read(method: "POST", seconds: patience) }
            trial.record(sent, outcome)
            switch outcome {
            case .success(let reply): try trial.expect(Refusal(anyOf: 408), from: reply)
            case .failure(.cut(bytes: 0)): return
            case .failure(let silence):
                throw .failed(expected: "408, or the connection closed", got: silence.sentence)
            }
        }
    }
}
