/// Calls a deployment over sockets of its own: what is sent is what was asked for, and every wait has an end.
package struct Client: Sendable {
    /// PassKit's own limit is 20 s; the contract's is 5 s, and this is what the suite waits for an answer.
    package static let patience = 10

    package let address: Address
    package let endpoint: Endpoint
    package let seconds: Int

    package init(_ address: Address, seconds: Int = patience) throws(ConnectionDefect) {
        self.address = address
        self.seconds = seconds
        endpoint = try Endpoint(host: address.host, port: address.port, isTLS: address.isTLS)
    }

    /// One request over a connection of its own, and its answer.
    package func send(_ request: Request) throws(Silence) -> Reply {
        var line = try open()
        return try line.send(request)
    }

    /// A connection for bytes as they are, and for more than one request.
    package func open() throws(Silence) -> Line { try Line(self) }
}

/// One connection to a deployment: for what takes more than one request, or bytes in pieces.
package struct Line {
    package let connection: Connection
    private let client: Client
    private var rest: [UInt8] = []

    fileprivate init(_ client: Client) throws(Silence) {
        self.client = client
        do { connection = try Connection(to: client.endpoint, by: .now + .seconds(client.seconds)) } catch {
            throw error == .late ? .late(seconds: client.seconds, bytes: 0) : .connection(error)
        }
    }

    /// Sends a request and waits for its answer. Its time begins before the first byte is sent: on a busy machine the
    /// answer is there before this thread comes to look for it.
    package mutating func send(_ request: Request, keepingAlive: Bool = false) throws(Silence) -> Reply {
        let start = ContinuousClock.now
        // Who refuses early closes early: what it said before is still an answer.
        let isWhole = write(request.bytes(for: client.address, keepingAlive: keepingAlive))
        do {
            var reply = try read(method: request.method)
            reply.milliseconds = start.duration(to: .now) / .milliseconds(1)
            return reply
        } catch {
            throw isWhole || error != .cut(bytes: 0) ? error : .connection(.broken)
        }
    }

    /// Writes bytes; false where the other side took no more.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool {
        (try? connection.write(bytes, by: .now + .seconds(client.seconds))) != nil
    }

    /// Waits for the next answer, at most so many seconds.
    package mutating func read(method: String = "GET", seconds: Int? = nil) throws(Silence) -> Reply {
        let patience = seconds ?? client.seconds
        let start = ContinuousClock.now
        var reader = ReplyReader(connection, rest: rest, by: start + .seconds(patience), seconds: patience)
        var reply = try reader.next(to: method)
        rest = reader.rest
        reply.milliseconds = start.duration(to: .now) / .milliseconds(1)
        return reply
    }

    /// Whether what comes next is `100 Continue`; what comes in its place is still to be read.
    package mutating func isToldToGoOn() -> Bool {
        guard rest.isEmpty, let bytes = try? connection.read(by: .now + .seconds(client.seconds)) else {
            return false
        }
        rest = bytes
        return bytes.starts(with: Array("HTTP/1.1 100".utf8))
    }

    /// Whether the other side ends the connection within so many seconds, without another byte.
    package func isClosed(within seconds: Int) -> Bool {
        guard rest.isEmpty else { return false }
        do { return try connection.read(by: .now + .seconds(seconds)).isEmpty } catch {
            return error == .broken
        }
    }
}
