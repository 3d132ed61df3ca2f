internal import Foundation

/// A phone that is awkward on purpose, and what a good server makes of it.
package struct Chaos: Sendable {
    /// What the phone does.
    package enum Prank: String, CaseIterable, Sendable {
        case abortedThenNew = "aborted, then a new nonce"
        case nonceAgain = "the same nonce again"
        case late = "sent late and in pieces"
        case swapped = "certificates exchanged"
        case droppedThenSame = "dropped after sending, then the same again"
        case cutShort = "dropped half-way, then the whole"
        case twiceAtOnce = "twice at once"
        case halfClosed = "half-closed after sending"
        case pipelined = "two requests in one breath"
    }

    let order: AddCard
    let seed: UInt64
    let endpoint: Endpoint
    /// Host and path, as a request names them.
    private let authority: String
    private let path: String
    /// What a phone waits.
    static let patience = HTTPIssuer.phoneLimit

    /// Nil where the order's address cannot be connected to: no http address, an unknown host.
    package init?(_ order: AddCard, seed: UInt64) {
        guard let url = URL(string: order.issuer.name), let host = url.host else { return nil }
        let isTLS = url.scheme?.lowercased() == "https"
        let port = url.port ?? (isTLS ? 443 : 80)
        guard let port = UInt16(exactly: port),
            let endpoint = try? Endpoint(host: host, port: port, isTLS: isTLS)
        else { return nil }
        self.order = order
        self.seed = seed
        self.endpoint = endpoint
        authority = host + (url.port.map { ":\($0)" } ?? "")
        path = url.path == "/" ? "" : url.path
    }

    /// Plays every prank, in an order and with delays that the seed decides; `watching` is told of each verdict.
    package func run(watching: (Finding) -> Void = { _ in }) -> ChaosReport {
        var dice = Dice(seed: seed)
        var findings: [Finding] = []
        for prank in Prank.allCases.shuffled(using: &dice) {
            var own = Dice(seed: dice.next())
            let finding: Finding
            do throws(Spoiled) { finding = try play(prank, &own) } catch {
                finding =
                    error.isMissing
                    ? .skipped(.server, prank.rawValue, error.reason)
                    : .failed(.server, prank.rawValue, error.reason)
            }
            findings.append(finding)
            watching(finding)
        }
        return ChaosReport(server: order.issuer.name, seed: seed, findings: findings)
    }

    /// What the phone does takes more room than the name of a check.
    package static func style(_ style: TextStyle) -> TextStyle {
        var style = style
        if style.width >= 76 { style.second = 2 + Prank.allCases.map(\.rawValue.count).max()! + 6 }
        return style
    }

    package func heading(_ style: TextStyle) -> [String] {
        [style.paint("An awkward phone", .bold)]
            + style.paragraph("through \(order.issuer.name), seed \(seed)", indent: 0, .dim) + [""]
    }

    /// Why a prank came to nothing.
    struct Spoiled: Error {
        /// Whether it could not be played at all, which is nobody's fault.
        var isMissing = false
        let reason: String
        /// What happened to the connection, where that is the reason.
        var defect: ConnectionDefect?

        init(isMissing: Bool = false, reason: String) {
            self.isMissing = isMissing
            self.reason = reason
        }

        init(_ defect: ConnectionDefect) {
            reason = defect.sentence
            self.defect = defect
        }
    }

    func request() throws(Spoiled) -> PassRequest {
        do { return try order.phone.request(productType: order.productType) } catch {
            throw Spoiled(reason: "the phone cannot sign with the leaf's key")
        }
    }

    /// What goes over the wire for `request`.
    func bytes(_ request: PassRequest, last: Bool = true) -> [UInt8] {
        let body = request.json()
        return head(
            "POST", "/cards/\(order.card)/apple-pay/provisioning", last: last,
            more: "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n") + body
    }

    func head(_ method: String, _ target: String, last: Bool, more: String = "") -> [UInt8] {
        let close = last ? "Connection: close\r\n" : ""
        return Array(
            ("\(method) \(path)\(target) HTTP/1.1\r\nHost: \(authority)\r\nAccept: application/json\r\n"
                + "Authorization: Bearer \(order.token)\r\n\(close)\(more)\r\n").utf8)
    }

    func line() throws(Spoiled) -> PhoneLine {
        do { return try PhoneLine(to: endpoint, seconds: Chaos.patience) } catch { throw Spoiled(error) }
    }

    func write(_ bytes: some Collection<UInt8>, _ line: PhoneLine) throws(Spoiled) {
        do { try line.write(bytes) } catch { throw Spoiled(error) }
    }

    /// The next answer. One that says that the allowance is used up spoils what was to be seen.
    func hear(_ line: inout PhoneLine) throws(Spoiled) -> PhoneLine.Answer {
        let answer: PhoneLine.Answer
        do { answer = try line.answer() } catch { throw Spoiled(error) }
        if answer.status == 429 {
            throw Spoiled(isMissing: true, reason: "429: the allowance is used up")
        }
        return answer
    }

    /// Sends `bytes` whole and waits for the answer.
    func send(_ bytes: [UInt8]) throws(Spoiled) -> PhoneLine.Answer {
        var line = try line()
        try write(bytes, line)
        return try hear(&line)
    }
}
