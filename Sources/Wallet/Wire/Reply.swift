/// One HTTP answer, as it came.
package struct Reply: Sendable {
    package var status: Int
    /// Names in lower case, in the order in which they came.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// From the request's last byte to the answer's.
    package var milliseconds: Double
    /// Head and body as they came over the wire.
    package var bytes: [UInt8]

    /// Every value of a header.
    package func all(_ name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }
    /// Its one value; null where it is not there or there more than once.
    package func header(_ name: String) -> String? {
        let values = all(name)
        return values.count == 1 ? values[0] : nil
    }

    /// The media type without its parameters, in lower case.
    package var mediaType: String {
        (header("content-type") ?? "").prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    }

    /// The body as an object without objects in it, read to the letter of RFC 8259.
    package var object: FlatJSON? { try? FlatJSON(body) }
    package var error: String? { object?.text("error") }
    package var reason: String? { object?.text("reason") }

    /// For a person: `409 APPLE_PAY_NOT_AVAILABLE (card_frozen)`.
    package var sentence: String {
        if let error {
            return "\(status) \(safe(error))" + (reason.map { " (\(safe($0)))" } ?? "")
        }
        if body.isEmpty { return "\(status) without a body" }
        if status == 200, mediaType == "application/json" { return "200 with \(body.count) bytes of JSON" }
        let kind = mediaType.isEmpty ? "no media type" : safe(mediaType)
        return "\(status) with \(kind), \(body.count) bytes"
    }

    /// A word of the server's, fit for a sentence.
    private func safe(_ text: String) -> String {
        String(text.unicodeScalars.prefix(60).map { $0.isASCII && $0.value > 0x20 ? Character($0) : "?" })
    }
}

/// Why there is no answer.
package enum Silence: Error, Hashable, Sendable {
    case connection(ConnectionDefect)
    /// The connection ended before the answer did; with how many bytes of it were there.
    case cut(bytes: Int)
    /// Not all of it came within so many seconds.
    case late(seconds: Int, bytes: Int)
    case notHTTP(String)
    case headTooLong, bodyTooLong

    package var sentence: String {
        switch self {
        case .connection(let defect): defect.sentence
        case .cut(bytes: 0): "the server closed the connection without an answer"
        case .cut(let bytes): "the connection ended in the middle of the answer, after \(bytes) bytes"
        case .late(let seconds, bytes: 0): "no answer within \(seconds) s"
        case .late(let seconds, let bytes): "\(bytes) bytes within \(seconds) s, and the answer was not whole"
        case .notHTTP(let what): "what came is not HTTP: \(what)"
        case .headTooLong: "the answer's headers are longer than 64 KiB"
        case .bodyTooLong: "the answer's body is longer than 1 MiB"
        }
    }
}
