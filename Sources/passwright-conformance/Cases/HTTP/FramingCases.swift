import Wallet

/// A request whose end can be read in two ways, or that is no HTTP/1.1, is refused once, and its connection ended; a
/// line of it that is not what HTTP/1.1 allows is refused.
enum FramingCases {
    static let all = lengths + lines + noRequests

    private static let lengths: [Case] = [
        refused(484, "Two Content-Lengths that agree") {
            $0.headers.append("Content-Length: \($0.body.count)")
        },
        refused(485, "Two Content-Lengths that differ") { $0.headers.append("Content-Length: 1") },
        refused(486, "Content-Length with Transfer-Encoding") {
            $0.chunk()
            $0.headers.append("Content-Length: 1")
        },
        refused(487, "Transfer-Encoding: gzip") { $0.chunk(coding: "gzip") },
        refused(488, "Transfer-Encoding: gzip, chunked") { $0.chunk(coding: "gzip, chunked") },
        refused(489, "Transfer-Encoding: chunked, gzip") { $0.chunk(coding: "chunked, gzip") },
        refused(490, "Transfer-Encoding: identity") { $0.chunk(coding: "identity") },
        refused(491, "Transfer-Encoding that only ends in chunked") { $0.chunk(coding: "xchunked") },
        refused(492, "Two Transfer-Encodings") {
            $0.chunk()
            $0.headers.append("Transfer-Encoding: chunked")
        },
        refused(493, "Transfer-Encoding in HTTP/1.0") {
            $0.chunk()
            $0.version = " HTTP/1.0"
        },
        refused(494, "A chunk whose size is no number") {
            $0.chunk()
            $0.body = Array("zz\r\n".utf8) + $0.body
        },
        refused(495, "A chunk of a negative size") {
            $0.chunk()
            $0.body = Array("-1\r\n".utf8) + $0.body
        },
        refused(496, "A chunk longer than its size") {
            $0.chunk()
            $0.body = Array("1\r\n{{\r\n".utf8) + $0.body
        },
    ]

    private static let lines: [Case] = [
        wrong(497, "A request without Host") { $0.remove("Host") },
        wrong(498, "Two Hosts that agree") { $0.headers.append($0.headers[0]) },
        wrong(499, "Two Hosts that differ") { $0.headers.append("Host: other.example") },
        wrong(500, "A Host with a user in it") { $0.headers[0] = "Host: user@other.example" },
        wrong(501, "A Host with a path in it") { $0.headers[0] = "Host: other.example/cards" },
        wrong(502, "Two Authorizations") { $0.headers.append("Authorization: Bearer x") },
        wrong(503, "A method with a character that no method has") { $0.method = "PO@ST" },
        wrong(504, "A target with a space in it") { $0.target += " x" },
        wrong(505, "A target with a letter outside ASCII") { $0.target += "é" },
        wrong(506, "A target that begins with no slash") { $0.target.removeFirst() },
        wrong(507, "A space between a header's name and its colon") { $0.headers.append("X-A : 1") },
        wrong(508, "A control character in a header's value") { $0.headers.append("X-A: 1\u{1}2") },
        wrong(509, "A carriage return alone in a header's value") { $0.headers.append("X-A: 1\r2") },
    ]

    private static let noRequests: [Case] = [
        refused(510, "A version that is no number") { $0.version = " HTTP/one" },
        refused(511, "The beginning of HTTP/2") {
            $0 = RawRequest(Request("PRI", "*"), to: $1)
            $0.target = "*"
            $0.version = " HTTP/2.0"
            $0.headers = []
            $0.body = Array("SM\r\n\r\n".utf8)
        },
    ]

    private static func refused(
        _ number: Int, _ what: String, _ change: @escaping @Sendable (inout RawRequest) -> Void
    ) -> Case {
        refused(number, what) { raw, _ in change(&raw) }
    }

    private static func refused(
        _ number: Int, _ what: String, _ change: @escaping @Sendable (inout RawRequest, Address) -> Void
    ) -> Case {
        let title = "\(what) is refused once, and nothing behind it is served."
        return Case("PROV-F-\(number)", .contract, .framing, title) { (trial) throws(Stop) in
            let raw = try trial.rawOrder { change(&$0, trial.deployment.address) }
            // 501: a coding that is not known (RFC 9112, 6.1). 505: another version (RFC 9110, 15.6.6).
            try trial.expectTheEnd(Refusal(anyOf: 400, 501, 505, mayClose: true), to: raw.bytes)
        }
    }

    /// Where the request ends is plain. Whoever stands in front may hand it on, and keep the connection.
    private static func wrong(
        _ number: Int, _ what: String, _ change: @escaping @Sendable (inout RawRequest) -> Void
    ) -> Case {
        let title = "\(what) is refused with 400."
        return Case("PROV-F-\(number)", .contract, .framing, title) { (trial) throws(Stop) in
            let raw = try trial.rawOrder(change)
            try trial.expect(Refusal(anyOf: 400, mayClose: true), to: Request(raw: raw.bytes))
        }
    }
}
