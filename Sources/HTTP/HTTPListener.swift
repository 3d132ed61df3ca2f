/// Where a server listens.
package enum HTTPListener: Sendable {
    /// A numeric IPv4 or IPv6 address; port 0 takes any that is free. An address that is not loopback is refused
    /// unless `beyondLoopback` says that it is meant: TLS, timeouts and strict framing are the proxy's in front.
    case tcp(host: String, port: Int, beyondLoopback: Bool)
    /// A unix socket; a stale file of a dead server is replaced. `mode` as in chmod, 0660 for a proxy in our group.
    case unix(path: String, mode: UInt32)
}
