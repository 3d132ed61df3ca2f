internal import CMicrohttpd
internal import Glibc

extension Reception {
    /// Answers past libmicrohttpd, which takes no answer while a request is still arriving, and closes the
    /// connection for writing. Nothing where the exchange has moved on: never two answers to one request.
    func cut(_ exchange: Exchange, with response: HTTPResponse) {
        let bytes = serialised(response)
        let now = monotonicNanoseconds()
        floor.withLock { floor in
            guard let connection = floor.connections[exchange.descriptor], connection.phase == .reading,
                connection.exchange === exchange
            else { return }
            // The lock keeps the descriptor open. The peer has no other answer to read, so that there is room for
            // this one; if there is none, it loses it.
            unsafe bytes.withUnsafeBytes { bytes in
                _ = unsafe send(
                    exchange.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            // For writing only: what is still coming is swallowed for a while, since closing on unread bytes
            // resets the connection, and the peer may lose the answer.
            shutdown(exchange.descriptor, Int32(SHUT_WR))
            floor.connections[exchange.descriptor]!.enter(.cut, now)
        }
    }

    /// An answer as it goes over the wire.
    private func serialised(_ response: HTTPResponse) -> [UInt8] {
        let reason = unsafe String(cString: MHD_get_reason_phrase_for(UInt32(response.status)))
        var bytes = Array("HTTP/1.1 \(response.status) \(reason)\r\n".utf8)
        let framing = [
            HTTPField("Connection", "close"), HTTPField("Content-Length", String(response.body.count)),
        ]
        for field in framing + response.fields {
            bytes += Array("\(field.name): ".utf8) + field.value + Array("\r\n".utf8)
        }
        return bytes + Array("\r\n".utf8) + response.body
    }
}
