import Foundation
import Glibc

/// A server on a port of its own that does to every connection what it is told.
final class HostileServer: @unchecked Sendable {
    enum Manner: Sendable {
        /// Answers each request with what this makes of it, and closes.
        case replies(@Sendable (_ request: [UInt8]) -> [UInt8])
        /// These bytes, one a second.
        case drips([UInt8])
        /// These bytes first, and then these for as long as somebody reads.
        case pours([UInt8], then: [UInt8])
        /// Reads, and never says anything.
        case silent
        /// Closes as soon as somebody is there.
        case closes
        /// Lets so many milliseconds pass, then takes so many bytes, and answers these.
        case lingers(UInt32, takes: Int, [UInt8])
    }

    let port: UInt16
    private let listener: Int32

    var address: String { "http://127.0.0.1:\(port)" }

    init(_ manner: Manner) {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                precondition(bind(socket, address, length) == 0, "no port is free")
                precondition(listen(socket, 128) == 0, "the port does not listen")
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
                Thread.detachNewThread {
                    serve(connection, manner)
                    close(connection)
                }
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}

private func serve(_ connection: Int32, _ manner: HostileServer.Manner) {
    func write(_ bytes: [UInt8]) -> Bool {
        send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    switch manner {
    case .replies(let reply):
        let request = wholeRequest(connection)
        if !request.isEmpty { _ = write(reply(request)) }
    case .drips(let bytes):
        for byte in bytes {
            guard write([byte]) else { return }
            sleep(1)
        }
    case .pours(let start, let more):
        guard write(start) else { return }
        while write(more) {}
    case .silent: while recv(connection, &buffer, buffer.count, 0) > 0 {}
    case .closes: return
    case .lingers(let milliseconds, var left, let reply):
        usleep(milliseconds * 1000)
        while left > 0 {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            left -= count
        }
        _ = write(reply)
    }
}

/// One request, whose length its head tells; what came where it ends before.
private func wholeRequest(_ connection: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
        let text = String(decoding: bytes, as: UTF8.self)
        if let end = text.range(of: "\r\n\r\n") {
            let length =
                text.lowercased().firstMatch(of: /content-length: *([0-9]+)/).flatMap { Int($0.1) } ?? 0
            if text[end.upperBound...].utf8.count >= length { return bytes }
        }
        let count = recv(connection, &buffer, buffer.count, 0)
        guard count > 0 else { return bytes }
        bytes += buffer[..<count]
    }
}

/// An answer with its length.
func httpAnswer(_ status: String, _ body: [UInt8], type: String = "application/json", headers: String = "")
    -> [UInt8]
{
    let head =
        "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\n\(headers)Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    return Array(head.utf8) + body
}
