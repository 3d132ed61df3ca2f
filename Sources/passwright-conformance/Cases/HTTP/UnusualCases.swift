import Wallet

/// What HTTP/1.1 allows and few clients do.
enum UnusualCases {
    static let all = one + several

    private static let one: [Case] = [
        accepted(340, "A body in chunks is put together") { $0.chunk() },
        accepted(341, "Chunks of one byte with an extension, and a trailer, are put together") {
            $0.chunk(1, extra: ";x=y", trailer: "X-Trailer: 1\r\n")
        },
        accepted(342, "The coding chunked is known in any case") { $0.chunk(coding: "Chunked") },
        accepted(343, "A target with scheme and host is read like its path alone") { raw, address in
            raw.target = "\(address.scheme)://\(address.authority)\(raw.target)"
        },
        accepted(344, "HTTP/1.0 is answered") { $0.version = " HTTP/1.0" },
        accepted(345, "An empty line before the request line is passed over") {
            $0.method = "\r\n" + $0.method
        },
        accepted(346, "Header names in capital letters and values without a space are read") {
            $0.headers = $0.headers.map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return parts[0].uppercased() + ":" + parts[1].dropFirst()
            }
        },
    ]

    private static let several: [Case] = [
        Case(
            "PROV-P-347", .contract, .framing,
            "Who expects 100-continue is told to go on, and is then answered."
        ) { (trial) throws(Stop) in
            let raw = try trial.rawOrder { $0.headers.append("Expect: 100-continue") }
            var line = try trial.open()
            line.write(raw.head)
            try trial.require(
                line.isToldToGoOn(), "100 before the body is sent", got: "nothing, or another answer")
            line.write(raw.body)
            try trial.expectAccepted(trial.read(&line, answering: raw.bytes))
        },
        Case(
            "PROV-P-348", .contract, .framing,
            "Three orders over one connection, one after the other, are answered."
        ) { (trial) throws(Stop) in
            var line = try trial.open()
            for _ in 0..<3 {
                let bytes = try trial.rawOrder().bytes
                line.write(bytes)
                try trial.expectAccepted(trial.read(&line, answering: bytes))
            }
        },
        Case(
            "PROV-P-349", .contract, .framing,
            "Requests that are sent without waiting are answered in their order, each with its own answer."
        ) { (trial) throws(Stop) in
            let card = try trial.activeCard()
            let order = try trial.rawOrder().bytes
            let unknown = Request.get("/cards/\(try trial.unknownCard())", token: try trial.token())
            let others = [unknown, .get("/cards/\(card)", token: try trial.token())].map {
                RawRequest($0, to: trial.deployment.address).bytes
            }
            var line = try trial.open()
            line.write(order + others[0] + others[1])
            try trial.expectAccepted(trial.read(&line, answering: order))
            try trial.expect(.cardNotFound, from: trial.read(&line, answering: others[0]))
            let last = try trial.read(&line, answering: others[1])
            try trial.require(
                last.status == 200 && last.error == nil, "200 with the card", got: last.sentence)
        },
    ]

    private static func accepted(
        _ number: Int, _ what: String, _ change: @escaping @Sendable (inout RawRequest) -> Void
    ) -> Case {
        accepted(number, what) { raw, _ in change(&raw) }
    }

    private static func accepted(
        _ number: Int, _ what: String, _ change: @escaping @Sendable (inout RawRequest, Address) -> Void
    ) -> Case {
        .accepted("PROV-P-\(number)", .contract, .framing, "\(what).") { (trial) throws(Stop) in
            let raw = try trial.rawOrder { raw in
                raw.headers.append("Connection: close")
                change(&raw, trial.deployment.address)
            }
            return Request(raw: raw.bytes)
        }
    }
}
