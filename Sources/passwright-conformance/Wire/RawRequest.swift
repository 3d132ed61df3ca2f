import Wallet

/// A request as lines, each free to be what it should not be.
struct RawRequest: Sendable {
    var method: String
    var target: String
    /// With the space before it.
    var version = " HTTP/1.1"
    /// Whole lines, without their ends.
    var headers: [String]
    var body: [UInt8]

    /// What `request` is on its way to a server at `address`.
    init(_ request: Request, to address: Address) {
        method = request.method
        target = address.path + request.target
        headers = ["Host: \(address.authority)"] + request.headers.map { "\($0.name): \($0.value)" }
        body = request.body ?? []
        if request.body != nil { headers.append("Content-Length: \(body.count)") }
    }

    /// Takes away every header of this name.
    mutating func remove(_ name: String) {
        headers.removeAll { $0.lowercased().hasPrefix(name.lowercased() + ":") }
    }

    /// Says that the body has this length.
    mutating func announce(_ length: String) {
        remove("Content-Length")
        headers.append("Content-Length: \(length)")
    }

    /// Sends the body in chunks of this size, with `extra` behind each one's length.
    mutating func chunk(
        _ size: Int = 1000, extra: String = "", trailer: String = "", coding: String = "chunked"
    ) {
        remove("Content-Length")
        headers.append("Transfer-Encoding: \(coding)")
        var chunks: [UInt8] = []
        var rest = body[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(size)
            chunks += Array("\(String(chunk.count, radix: 16))\(extra)\r\n".utf8) + chunk + Array("\r\n".utf8)
            rest = rest.dropFirst(chunk.count)
        }
        body = chunks + Array("0\r\n\(trailer)\r\n".utf8)
    }

    var head: [UInt8] {
        Array(([method + " " + target + version] + headers).map { $0 + "\r\n" }.joined().utf8)
            + Array("\r\n".utf8)
    }

    var bytes: [UInt8] { head + body }
}
