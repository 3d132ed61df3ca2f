import Foundation
import Glibc

/// An answer as it came over the socket.
struct RawAnswer {
    let status: Int
    /// Names in lower case, in order.
    let headers: [(String, String)]
    let body: [UInt8]

    func header(_ name: String) -> String? { headers.first { $0.0 == name }?.1 }

    var object: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:]
    }
    var error: String? { object["error"] as? String }
    var reason: String? { object["reason"] as? String }
}

extension RawAnswer {
    /// What of a refusal is not as a wallet's back end is told to expect it: nothing more, nothing less.
    func differences(
        _ status: Int, _ error: String, _ reason: String, retryAfter: Int? = nil, closes: Bool = false
    ) -> [String] {
        let members = object.mapValues { "\($0)" }
        let wanted = ["error": error, "reason": reason, "request_id": header("x-request-id") ?? ""]
        var found = wanted.filter { members[$0.key] != $0.value }.map {
            "\($0.key) is \(members[$0.key] ?? "missing")"
        }
        if self.status != status { found.append("the status is \(self.status)") }
        if Set(members.keys) != ["error", "message", "reason", "request_id"] {
            found.append("\(members.keys)")
        }
        if members["message"]?.isEmpty != false { found.append("there is no message") }
        for (name, value) in [
            ("content-type", "application/json"), ("cache-control", "no-store"),
            ("content-length", "\(body.count)"),
            ("retry-after", retryAfter.map { "\($0)" }),
            ("connection", closes ? "close" : header("connection")),
        ] {
            let values = headers.filter { $0.0 == name }.map(\.1)
            if values != (value.map { [$0] } ?? []) { found.append("\(name) is \(values)") }
        }
        return found
    }
}

struct HTTPFailure: Error, CustomStringConvertible {
    let description: String
    /// Whether the server had taken the connection.
    var isAccepted = true
}

/// One request over a connection of its own, its bytes as they are given.
enum RawHTTP {
    static func send(_ bytes: [UInt8], port: UInt16, seconds: Int = 15) throws -> RawAnswer {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else {
            throw HTTPFailure(description: "no connection: errno \(errno)", isAccepted: false)
        }
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            sent += count
        }
        var received: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(descriptor, &part, part.count), count > 0 { received += part[..<count] }
        return try parse(received)
    }

    /// The bytes of a request that closes its connection.
    static func request(
        _ method: String, _ path: String, headers: [(String, String)] = [], body: [UInt8] = []
    ) -> [UInt8] {
        var text = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if !body.isEmpty || method == "POST" { text += "Content-Length: \(body.count)\r\n" }
        return Array((text + "\r\n").utf8) + body
    }

    static func parse(_ bytes: [UInt8]) throws -> RawAnswer {
        let end = Array("\r\n\r\n".utf8)
        guard
            let split = (0..<max(0, bytes.count - 3)).first(where: { bytes[$0..<($0 + 4)].elementsEqual(end) }
            )
        else { throw HTTPFailure(description: "no answer in \(bytes.count) bytes") }
        let lines = String(decoding: bytes[..<split], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw HTTPFailure(description: "not a status line")
        }
        if status == 100 { return try parse(Array(bytes[(split + 4)...])) }
        let headers = lines.dropFirst().map { line -> (String, String) in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (
                parts[0].lowercased(), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
            )
        }
        return RawAnswer(status: status, headers: headers, body: Array(bytes[(split + 4)...]))
    }
}
