/// One HTTP request, every part free to be what it should not be.
package struct Request: Sendable {
    package var method: String
    /// As it stands in the request line, below the deployment's own path.
    package var target: String
    /// In this order, between Host and Connection, which are added, and Content-Length, which is added where there is
    /// a body.
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8]?
    /// The whole request as bytes, in place of everything above.
    package var raw: [UInt8]?

    package init(
        _ method: String, _ target: String, headers: [(name: String, value: String)] = [],
        body: [UInt8]? = nil
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// A request of these bytes.
    package init(raw: [UInt8]) {
        self.init("", "")
        self.raw = raw
    }

    package static func get(_ target: String, token: String? = nil) -> Request {
        Request("GET", target).authorized(token)
    }

    /// With `Authorization: Bearer`, unless the token is null.
    package func authorized(_ token: String?) -> Request {
        token.map { adding("Authorization", "Bearer \($0)") } ?? self
    }

    package func adding(_ name: String, _ value: String) -> Request {
        var copy = self
        copy.headers.append((name, value))
        return copy
    }

    /// With this header's value in place of every other that it has.
    package func setting(_ name: String, _ value: String?) -> Request {
        var copy = self
        copy.headers.removeAll { $0.name.lowercased() == name.lowercased() }
        if let value { copy.headers.append((name, value)) }
        return copy
    }

    /// With this body in place of its own.
    package func body(_ bytes: [UInt8]) -> Request {
        var copy = self
        copy.body = bytes
        return copy
    }

    /// What goes over the wire to a server at `address`.
    package func bytes(for address: Address, keepingAlive: Bool = false) -> [UInt8] {
        if let raw { return raw }
        var text = "\(method) \(address.path)\(target) HTTP/1.1\r\nHost: \(address.authority)\r\n"
        for header in headers { text += "\(header.name): \(header.value)\r\n" }
        if !keepingAlive { text += "Connection: close\r\n" }
        if let body { text += "Content-Length: \(body.count)\r\n" }
        return Array((text + "\r\n").utf8) + (body ?? [])
    }
}
