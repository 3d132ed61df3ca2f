internal import Foundation

/// One connection of an awkward phone: bytes as it likes to send them, and the answers that come.
struct PhoneLine {
    /// An answer, as far as it matters here.
    struct Answer {
        let status: Int
        let body: [UInt8]
        /// Whether the server ends the connection after it.
        let isLast: Bool
    }

    private let connection: Connection
    private let deadline: ContinuousClock.Instant
    private var buffer: [UInt8] = []

    init(to endpoint: Endpoint, seconds: Int) throws(ConnectionDefect) {
        deadline = .now + .seconds(seconds)
        connection = try Connection(to: endpoint, by: deadline)
    }

    func write(_ bytes: some Collection<UInt8>) throws(ConnectionDefect) {
        try connection.write(Array(bytes), by: deadline)
    }

    func finishWriting() { connection.finishWriting() }

    /// The next answer; interim ones (1xx) are passed over.
    mutating func answer() throws(ConnectionDefect) -> Answer {
        while true {
            let head = try head()
            let lines = head.components(separatedBy: "\r\n")
            let parts = lines[0].split(separator: " ")
            guard parts.count > 1, parts[0].hasPrefix("HTTP/1."), let status = Int(parts[1]) else {
                throw .broken
            }
            if (100..<200).contains(status) { continue }
            var fields: [String: String] = [:]
            for line in lines.dropFirst() {
                guard let colon = line.firstIndex(of: ":") else { continue }
                fields[line[..<colon].lowercased()] =
                    line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces).lowercased()
            }
            let body = try body(fields)
            return Answer(
                status: status, body: body.bytes, isLast: body.untilEnd || fields["connection"] == "close")
        }
    }

    private mutating func head() throws(ConnectionDefect) -> String {
        let end = Array("\r\n\r\n".utf8)
        while true {
            let position = buffer.indices.first { buffer[$0...].starts(with: end) }
            if let position {
                let head = String(decoding: buffer[..<position], as: UTF8.self)
                buffer.removeFirst(position + 4)
                return head
            }
            guard buffer.count < 65_536, try more() else { throw .broken }
        }
    }

    private mutating func body(_ fields: [String: String]) throws(ConnectionDefect) -> (
        bytes: [UInt8], untilEnd: Bool
    ) {
        if fields["transfer-encoding"] == "chunked" { return (try chunks(), false) }
        if let length = fields["content-length"].flatMap({ Int($0) }) { return (try take(length), false) }
        while try more() {}
        defer { buffer = [] }
        return (buffer, true)
    }

    private mutating func chunks() throws(ConnectionDefect) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            var line = ""
            while !line.hasSuffix("\r\n") { line += String(decoding: try take(1), as: UTF8.self) }
            let digits = line.prefix { $0.isHexDigit }
            guard let count = Int(digits, radix: 16) else { throw .broken }
            bytes += try take(count)
            _ = try take(2)
            if count == 0 { return bytes }
        }
    }

    private mutating func take(_ count: Int) throws(ConnectionDefect) -> [UInt8] {
        guard (0...(1 << 20)).contains(count) else { throw .broken }
        while buffer.count < count { guard try more() else { throw .broken } }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    /// Whether anything more came.
    private mutating func more() throws(ConnectionDefect) -> Bool {
        guard buffer.count < 1 << 21 else { throw .broken }
        let bytes = try connection.read(by: deadline)
        buffer += bytes
        return !bytes.isEmpty
    }
}
