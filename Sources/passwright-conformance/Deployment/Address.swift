import Foundation
import Wallet

/// A deployment's address, as it is written: scheme, host, port and what stands before every path.
struct Address: Sendable {
    let scheme: String
    let host: String
    let port: UInt16
    /// Without a slash at its end.
    let path: String

    /// Null where `text` is no http or https address, or has a user, a query or a fragment.
    init?(_ text: String) {
        guard let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = url.host, !host.isEmpty, url.user == nil,
            url.password == nil, url.query == nil, url.fragment == nil,
            let port = UInt16(exactly: url.port ?? (scheme == "https" ? 443 : 80)), port > 0
        else { return nil }
        self.scheme = scheme
        // An address of version 6 stands in brackets in a URL, and nowhere else.
        self.host = host.trimmingCharacters(in: ["[", "]"])
        self.port = port
        path = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
    }

    var isTLS: Bool { scheme == "https" }
    private var bracketed: String { host.contains(":") ? "[\(host)]" : host }
    /// For the Host header.
    var authority: String { port == (isTLS ? 443 : 80) ? bracketed : "\(bracketed):\(port)" }
    /// For a person.
    var text: String { "\(scheme)://\(authority)\(path)" }
}
