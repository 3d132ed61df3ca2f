internal import Glibc

/// Where a server listens: resolved once, so that no later step waits for a name server.
package struct Endpoint: Sendable {
    package let host: String
    package let port: UInt16
    /// Whether TLS is spoken there.
    package let isTLS: Bool
    /// What the name stands for, in the order in which it is tried: a `sockaddr` each, as bytes.
    let addresses: [[UInt8]]

    /// Looks `host` up. Refused where no address is known for it.
    package init(host: String, port: UInt16, isTLS: Bool) throws(ConnectionDefect) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0 else { throw .unknownHost }
        defer { unsafe freeaddrinfo(list) }
        var found: [[UInt8]] = []
        var next = unsafe list
        while let entry = unsafe next {
            if let address = unsafe entry.pointee.ai_addr {
                let bytes = unsafe UnsafeRawBufferPointer(
                    start: address, count: Int(entry.pointee.ai_addrlen))
                unsafe found.append(Array(bytes))
            }
            unsafe next = entry.pointee.ai_next
        }
        guard !found.isEmpty else { throw .unknownHost }
        self.host = host
        self.port = port
        self.isTLS = isTLS
        addresses = found
    }
}

/// Why a connection is of no use, or no longer.
package enum ConnectionDefect: Error, Hashable, Sendable {
    case unknownHost
    /// The kernel's reason, where it has one.
    case refused(errno: Int32)
    /// The other side ended it with a reset, or while bytes were on their way.
    case broken
    /// What was waited for did not come in time.
    case late
    /// The TLS handshake failed, or the certificate is not one for this host.
    case tls(String)

    package var sentence: String {
        switch self {
        case .unknownHost: "the host's name is not known"
        case .refused(ECONNREFUSED): "nobody listens at this address: the connection is refused"
        case .refused: "there is no way to this address"
        case .broken: "the server broke the connection"
        case .late: "nothing came in time"
        case .tls(let why): "TLS: \(why)"
        }
    }
}
