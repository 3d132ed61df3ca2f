internal import Foundation

/// A deployment's address, as it is written: scheme, host, port and what stands before every path.
package struct Address: Sendable {
    package let scheme: String
    package let host: String
    package let port: UInt16
    /// Without a slash at its end.
    package let path: String

    /// Null where `text` is no http or https address, or has a user, a query or a fragment.
    package init?(_ text: String) {
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

    package var isTLS: Bool { scheme == "https" }
    private var bracketed: String { host.contains(":") ? "[\(host)]" : host }
    /// For the Host header.
    package var authority: String { port == (isTLS ? 443 : 80) ? bracketed : "\(bracketed):\(port)" }
    /// For a person.
    package var text: String { "\(scheme)://\(authority)\(path)" }
}
