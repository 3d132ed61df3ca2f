import Foundation
import Glibc

/// `http://ADDRESS:PORT` with an IPv4 address or `localhost`, as a load beside its server needs it.
struct ServerAddress: Sendable {
    let authority: String
    private let address: UInt32
    private let port: UInt16

    init?(_ url: String) {
        guard let url = URL(string: url), url.scheme == "http", let host = url.host,
            ["", "/"].contains(url.path)
        else { return nil }
        var number = in_addr()
        guard unsafe inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &number) == 1 else {
            return nil
        }
        address = number.s_addr
        let port = url.port ?? 80
        guard let port = UInt16(exactly: port) else { return nil }
        self.port = port
        authority = "\(host):\(port)"
    }

    /// A connected socket, whose waits end after ten seconds; nil where nobody listens.
    func connect() -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var one: Int32 = 1
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        unsafe setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            unsafe setsockopt(
                descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = address
        let connected = unsafe withUnsafePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard connected else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
