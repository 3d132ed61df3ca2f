/// Reads answers from a connection, strictly: RFC 9112, sections 2 to 7.
package struct ReplyReader {
    package static let longestHead = 64 * 1024
    package static let longestBody = 1 << 20

    private let connection: Connection
    private let deadline: Connection.Instant
    private let seconds: Int
    /// What has come and is not yet part of an answer.
    private(set) var rest: [UInt8]
    private var count = 0

    package init(_ connection: Connection, rest: [UInt8] = [], by deadline: Connection.Instant, seconds: Int)
    {
        self.connection = connection
        self.rest = rest
        self.deadline = deadline
        self.seconds = seconds
    }

    /// The next answer that is not an interim one.
    package mutating func next(to method: String) throws(Silence) -> Reply {
        for _ in 0..<8 {
            let head = try head()
            guard (100..<200).contains(head.status) else { return try answer(head, to: method) }
        }
        throw .notHTTP("one interim answer after the other")
    }

    private struct Head {
        var status: Int
        var headers: [(name: String, value: String)]
        var bytes: [UInt8]
    }

    private mutating func head() throws(Silence) -> Head {
        var from = 0
        while true {
            if let end = ReplyReader.end(of: rest, from: max(0, from - 3)) {
                let bytes = Array(rest[..<end])
                rest.removeFirst(end)
                return try ReplyReader.parse(bytes)
            }
            if let strange = ReplyReader.strangeStart(rest) { throw .notHTTP(strange) }
            guard rest.count <= ReplyReader.longestHead else { throw .headTooLong }
            from = rest.count
            guard try more() else { throw .cut(bytes: count) }
        }
    }

    private mutating func answer(_ head: Head, to method: String) throws(Silence) -> Reply {
        var reply = Reply(
            status: head.status, headers: head.headers, body: [], milliseconds: 0, bytes: head.bytes)
        guard method != "HEAD", head.status != 204, head.status != 304 else { return reply }
        if reply.all("transfer-encoding").contains(where: { $0.lowercased() == "chunked" }) {
            reply.body = try chunked()
        } else if let length = reply.all("content-length").first {
            guard reply.all("content-length").count == 1, let wanted = Int(length), wanted >= 0 else {
                throw .notHTTP("no usable Content-Length")
            }
            guard wanted <= ReplyReader.longestBody else { throw .bodyTooLong }
            reply.body = try exactly(wanted)
        } else {
            while try more() { guard rest.count <= ReplyReader.longestBody else { throw .bodyTooLong } }
            reply.body = rest
            rest = []
        }
        reply.bytes += reply.body
        return reply
    }

    private mutating func chunked() throws(Silence) -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let text = try line().prefix { $0 != UInt8(ascii: ";") }
            guard let size = Int(String(decoding: text, as: UTF8.self), radix: 16), size >= 0 else {
                throw .notHTTP("a chunk without a size")
            }
            guard body.count + size <= ReplyReader.longestBody else { throw .bodyTooLong }
            if size == 0 {
                var trailer = 0
                while case let field = try line(), !field.isEmpty {
                    trailer += field.count
                    guard trailer <= ReplyReader.longestHead else { throw .headTooLong }
                }
                return body
            }
            body += try exactly(size)
            guard try exactly(2) == [0x0d, 0x0a] else { throw .notHTTP("a chunk without an end") }
        }
    }

    private mutating func exactly(_ wanted: Int) throws(Silence) -> [UInt8] {
        while rest.count < wanted { guard try more() else { throw .cut(bytes: count) } }
        let bytes = Array(rest.prefix(wanted))
        rest.removeFirst(wanted)
        return bytes
    }

    private mutating func line() throws(Silence) -> [UInt8] {
        while true {
            if let end = rest.indices.dropLast().first(where: { rest[$0] == 0x0d && rest[$0 + 1] == 0x0a }) {
                let line = Array(rest[..<end])
                rest.removeFirst(end + 2)
                return line
            }
            guard rest.count <= 1024 else { throw .notHTTP("a line without an end") }
            guard try more() else { throw .cut(bytes: count) }
        }
    }

    /// Waits for more bytes; false where there are none left.
    private mutating func more() throws(Silence) -> Bool {
        do throws(ConnectionDefect) {
            let bytes = try connection.read(by: deadline)
            rest += bytes
            count += bytes.count
            return !bytes.isEmpty
        } catch {
            switch error {
            case .late: throw .late(seconds: seconds, bytes: count)
            case .broken: throw .cut(bytes: count)
            default: throw .connection(error)
            }
        }
    }

    private static func end(of bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= 4 else { return nil }
        for index in start...(bytes.count - 4)
        where bytes[index] == 0x0d && bytes[index + 1] == 0x0a && bytes[index + 2] == 0x0d
            && bytes[index + 3] == 0x0a
        {
            return index + 4
        }
        return nil
    }

    private static func strangeStart(_ bytes: [UInt8]) -> String? {
        let wanted = Array("HTTP/1.".utf8)
        guard !bytes.isEmpty, !bytes.prefix(wanted.count).elementsEqual(wanted.prefix(bytes.count)) else {
            return nil
        }
        return "it does not begin with HTTP/1"
    }

    private static func parse(_ bytes: [UInt8]) throws(Silence) -> Head {
        if let strange = strangeStart(bytes) { throw .notHTTP(strange) }
        let lines = String(decoding: bytes.dropLast(4), as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2, ["HTTP/1.1", "HTTP/1.0"].contains(words[0]), words[1].utf8.count == 3,
            let status = Int(words[1]), (100..<600).contains(status)
        else { throw .notHTTP("no status line") }
        var headers: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(where: \.isWhitespace) else {
                throw .notHTTP("a header without a name")
            }
            let value = parts[1].drop { $0 == " " || $0 == "\t" }
            let end = value.lastIndex { $0 != " " && $0 != "\t" }
            headers.append((parts[0].lowercased(), end.map { String(value[...$0]) } ?? ""))
        }
        return Head(status: status, headers: headers, bytes: bytes)
    }
}
