import Glibc
import HTTP

/// A connection that sends whatever bytes it is told to.
final class RawClient {
    let descriptor: Int32
    private var isClosed = false
    private var hasEnded = false
    /// What has come and was not yet taken as an answer.
    private(set) var unread: [UInt8] = []

    enum Failure: Error { case noConnection, noAnswer, notHTTP }

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try prepare(result)
    }

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try prepare(result)
    }

    deinit { hangUp() }

    private func prepare(_ connected: Int32) throws {
        guard connected == 0 else { throw Failure.noConnection }
        patience(milliseconds: 20_000)
    }

    /// How long to wait for the next bytes.
    func patience(milliseconds: Int) {
        var limit = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    }

    func hangUp() {
        if !isClosed { close(descriptor) }
        isClosed = true
    }

    /// Nothing more is sent; answers may still come.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Sends all of it; false where the other side has closed.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Reads some more; false at the end, and where nothing comes for long.
    private func readMore() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { unread += buffer[..<count] }
        hasEnded = count == 0 || (count < 0 && errno == ECONNRESET)
        return count > 0
    }

    /// The next answer, by its Content-Length. `toHead` where the request was HEAD.
    func answer(toHead: Bool = false) throws -> RawAnswer {
        while true {
            if let (answer, used) = RawAnswer.parse(unread, toHead: toHead) {
                unread.removeFirst(used)
                return answer
            }
            guard readMore() else { throw Failure.noAnswer }
        }
    }

    /// Whether the other side has closed, after reading whatever else it sent.
    func isClosedByServer() -> Bool {
        while readMore() {}
        return hasEnded
    }

    /// Everything until the other side closes.
    func rest() -> [UInt8] {
        while readMore() {}
        return unread
    }
}

struct RawAnswer {
    let status: Int
    let fields: [(name: String, value: String)]
    let body: String

    func value(_ name: String) -> String? { fields.first { $0.name.lowercased() == name }?.value }

    /// An answer at the beginning of `bytes` and how many it took; nil where it is not whole yet.
    static func parse(_ bytes: [UInt8], toHead: Bool = false) -> (RawAnswer, Int)? {
        let end = Array("\r\n\r\n".utf8)
        guard let position = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else {
            return nil
        }
        let lines = String(decoding: bytes[..<position], as: UTF8.self).split(separator: "\r\n")
        let first = lines[0].split(separator: " ")
        guard first.count >= 2, first[0].hasPrefix("HTTP/1."), let status = Int(first[1]) else { return nil }
        let fields = lines.dropFirst().map { line -> (name: String, value: String) in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (String(parts[0]), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
        }
        let announced =
            fields.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
        let length = toHead || status == 100 ? 0 : announced
        let start = position + 4
        guard bytes.count >= start + length else { return nil }
        let body = String(decoding: bytes[start..<(start + length)], as: UTF8.self)
        return (RawAnswer(status: status, fields: fields, body: body), start + length)
    }
}
