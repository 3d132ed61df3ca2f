internal import Glibc

/// A numeric IPv4 or IPv6 address with a port.
struct InternetAddress {
    let family: Int32
    private var ipv4 = sockaddr_in()
    private var ipv6 = sockaddr_in6()

    init(host: String, port: Int) throws(HTTPServerError) {
        // A C string would end at a NUL.
        guard let port = UInt16(exactly: port), !host.utf8.contains(0) else { throw .addressMalformed }
        if unsafe inet_pton(AF_INET, host, &ipv4.sin_addr) == 1 {
            family = AF_INET
            ipv4.sin_family = sa_family_t(AF_INET)
            ipv4.sin_port = port.bigEndian
        } else if unsafe inet_pton(AF_INET6, host, &ipv6.sin6_addr) == 1 {
            family = AF_INET6
            ipv6.sin6_family = sa_family_t(AF_INET6)
            ipv6.sin6_port = port.bigEndian
        } else {
            throw .addressMalformed
        }
    }

    /// 127.0.0.0/8 or ::1.
    var isLoopback: Bool {
        if family == AF_INET { return UInt32(bigEndian: ipv4.sin_addr.s_addr) >> 24 == 127 }
        return unsafe withUnsafeBytes(of: ipv6.sin6_addr) { bytes in
            unsafe bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
        }
    }

    /// As `bind(2)`.
    func bind(_ descriptor: Int32) -> Int32 {
        if family == AF_INET {
            return unsafe withUnsafePointer(to: ipv4) { pointer in
                unsafe bindRaw(descriptor, UnsafeRawPointer(pointer), MemoryLayout<sockaddr_in>.size)
            }
        }
        return unsafe withUnsafePointer(to: ipv6) { pointer in
            unsafe bindRaw(descriptor, UnsafeRawPointer(pointer), MemoryLayout<sockaddr_in6>.size)
        }
    }

    /// The port that a socket is bound to.
    static func port(of descriptor: Int32) -> Int? {
        var storage = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe getsockname(
                descriptor, UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), &length)
        }
        // The port is at the same place in both families.
        return result == 0 ? Int(UInt16(bigEndian: storage.sin6_port)) : nil
    }
}

/// `bind(2)` with an address of any family.
func bindRaw(_ descriptor: Int32, _ address: UnsafeRawPointer, _ size: Int) -> Int32 {
    unsafe bind(descriptor, address.assumingMemoryBound(to: sockaddr.self), socklen_t(size))
}
