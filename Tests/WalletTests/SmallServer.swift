import Foundation
import Glibc

/// A server on a port of its own that reads one request a connection and gives it to `reply`.
final class SmallServer: @unchecked Sendable {
    enum Reply: Sendable {
        /// These bytes, then the connection is closed.
        case bytes([UInt8])
        /// One of these bytes every tenth of a second.
        case dripping([UInt8])
        /// Nothing until the caller gives up.
        case nothing
    }

    let port: UInt16
    private let listener: Int32

    var address: String { "http://127.0.0.1:\(port)" }

    init(_ reply: @escaping @Sendable (_ request: String) -> Reply) {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                precondition(bind(socket, address, length) == 0, "no port is free")
                precondition(listen(socket, 16) == 0, "the port does not listen")
                getsockname(socket, address, &length)
            }
        }
        port = UInt16(bigEndian: name.sin_port)
        listener = socket
        Thread.detachNewThread {
            while true {
                let connection = accept(socket, nil, nil)
                // Closed by the thread that uses it: its number may be the next server's as soon as it is.
                guard connection >= 0 else {
                    close(socket)
                    return
                }
                Thread.detachNewThread { serve(connection, reply) }
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}

/// Reads one request, whose length its head tells, and sends the reply.
private func serve(_ connection: Int32, _ reply: (String) -> SmallServer.Reply) {
    defer { close(connection) }
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while !isWhole(text) {
        let count = recv(connection, &buffer, buffer.count, 0)
        guard count > 0 else { return }
        text += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
    switch reply(text) {
    case .bytes(let bytes): send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    case .dripping(let bytes):
        for byte in bytes {
            guard send(connection, [byte], 1, Int32(MSG_NOSIGNAL)) == 1 else { return }
            usleep(100_000)
        }
    case .nothing: while recv(connection, &buffer, buffer.count, 0) > 0 {}
    }
}

private func isWhole(_ text: String) -> Bool {
    guard let end = text.range(of: "\r\n\r\n") else { return false }
    let length = text.lowercased().firstMatch(of: /content-length: *([0-9]+)/).flatMap { Int($0.1) } ?? 0
    return text[end.upperBound...].utf8.count >= length
}

/// An HTTP answer with its length.
func httpAnswer(_ status: String, _ body: String, headers: [String: String] = HonestIssuer.json) -> [UInt8] {
    let head = headers.map { "\($0): \($1)\r\n" }.joined()
    return Array(
        "HTTP/1.1 \(status)\r\n\(head)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
            .utf8)
}
