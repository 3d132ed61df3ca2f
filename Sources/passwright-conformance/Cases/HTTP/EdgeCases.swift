import Wallet

/// What a library behind a strict proxy may never be shown. A server of its own may not see it; where the fixtures say
/// that a strict proxy stands in front (`"edge": true`), it must be refused.
enum EdgeCases {
    static let all: [Case] = [
        refused(600, "A Content-Length that is a list") { $0.announce("\($0.body.count), \($0.body.count)") },
        refused(601, "A Content-Length with a plus sign") { $0.announce("+\($0.body.count)") },
        refused(602, "A negative Content-Length") { $0.announce("-1") },
        refused(603, "A hexadecimal Content-Length") { $0.announce("0x10") },
        refused(604, "An empty Content-Length") { $0.announce("") },
        refused(605, "A Content-Length past every number") { $0.announce("99999999999999999999999") },
        refused(606, "A header that goes on in the next line") { $0.headers.append("X-A: 1\r\n 2") },
        refused(607, "A NUL in a header's value") { $0.headers.append("X-A: 1\u{0}2") },
        refused(608, "A header without a name") { $0.headers.insert(": 1", at: 1) },
    ]

    private static func refused(
        _ number: Int, _ what: String, _ change: @escaping @Sendable (inout RawRequest) -> Void
    ) -> Case {
        let title = "\(what) is refused once, and nothing behind it is served."
        return Case("PROV-F-\(number)", .contract, .framing, title, profile: .edge) { (trial) throws(Stop) in
            try trial.needEdge()
            let raw = try trial.rawOrder(change)
            try trial.expectTheEnd(Refusal(anyOf: 400, 413, mayClose: true), to: raw.bytes)
        }
    }
}
