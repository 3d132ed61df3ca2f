import Glibc

/// One connection to the server, kept open from answer to request.
struct Line: ~Copyable {
    private let address: ServerAddress
    private var descriptor: Int32?
    private var buffer: [UInt8] = []

    init(_ address: ServerAddress) { self.address = address }

    deinit { if let descriptor { close(descriptor) } }

    /// Sends one request and reads its whole answer. The status; nil where no answer came.
    mutating func status(of request: [UInt8]) -> Int? {
        if descriptor == nil { descriptor = address.connect() }
        guard let open = descriptor, send(request, to: open), let status = answer(from: open) else {
            hangUp()
            return nil
        }
        return status
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

    private mutating func answer(from open: Int32) -> Int? {
        var head: AnswerHead?
        while true {
            if head == nil { head = AnswerHead(buffer) }
            if let head, buffer.count >= head.length {
                buffer.removeFirst(head.length)
                if head.closes { hangUp() }
                return head.status
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
        length = end.upperBound + body
        closes = value("connection") == "close"
    }
}
