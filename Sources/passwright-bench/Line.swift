import Glibc

/// One connection to the server, kept open from answer to request.
struct Line: ~Copyable {
    private let address: ServerAddress
    private var descriptor: Int32?
    private var buffer: [UInt8] = []

    init(_ address: ServerAddress) { self.address = address }

    deinit { if let descriptor { close(descriptor) } }

    /// What came back: the body only where it was asked for.
    struct Answer {
        let status: Int
        let body: [UInt8]
    }

    /// Sends one request and reads its whole answer; nil where no answer came.
    mutating func answer(to request: [UInt8], keepingBody: Bool) -> Answer? {
        if descriptor == nil { descriptor = address.connect() }
        guard let open = descriptor, send(request, to: open), let answer = read(open, keepingBody) else {
            hangUp()
            return nil
        }
        return answer
    }

    private mutating func hangUp() {
        if let descriptor { close(descriptor) }
        descriptor = nil
        buffer = []
    }

    private func send(_ bytes: [UInt8], to open: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(open, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    private mutating func read(_ open: Int32, _ keepingBody: Bool) -> Answer? {
        var head: AnswerHead?
        while true {
            if head == nil { head = AnswerHead(buffer) }
            if let head, buffer.count >= head.length {
                let body = keepingBody ? Array(buffer[head.start..<head.length]) : []
                buffer.removeFirst(head.length)
                if head.closes { hangUp() }
                return Answer(status: head.status, body: body)
            }
            var chunk = [UInt8](repeating: 0, count: 16_384)
            let count = unsafe recv(open, &chunk, chunk.count, 0)
            guard count > 0, buffer.count < 1 << 20 else { return nil }
            buffer += chunk.prefix(count)
        }
    }
}

/// What the head of an answer says of it, as far as a load must know.
struct AnswerHead {
    let status: Int
    /// Where the body begins.
    let start: Int
    /// Of head and body.
    let length: Int
    let closes: Bool

    /// Nil until the head is whole, and for what is not an answer with a length.
    init?(_ bytes: [UInt8]) {
        guard let end = bytes.firstRange(of: [13, 10, 13, 10]) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
            .split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        func value(_ name: String) -> Substring? {
            lines.first { $0.hasPrefix(name + ":") }?.dropFirst(name.count + 1).drop { $0 == " " }
        }
        guard words.count >= 2, let status = Int(words[1]),
            let body = value("content-length").flatMap({ Int($0) })
        else { return nil }
        self.status = status
        start = end.upperBound
        length = start + body
        closes = value("connection") == "close"
    }
}
