/// What a request line asks for, in one of the four forms of RFC 9112, 3.2.
struct RequestTarget {
    /// As it was sent, not percent-decoded; `*` and an authority stay what they are.
    let path: String
    /// What follows the `?`; nil where there is none.
    let query: String?

    /// Null where the text has none of the forms that its method may have. A server must take the absolute form
    /// although only proxies are sent it (3.2.2): whom it names is not looked at, as Host is not.
    init?(_ text: String, method: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
        else { return nil }
        var rest = text[...]
        if text.utf8.first == UInt8(ascii: "/") {
            // The origin form.
        } else if let scheme = ["http://", "https://"].first(where: text.lowercased().hasPrefix) {
            rest = text.dropFirst(scheme.count)
            let authority = rest.prefix { $0 != "/" && $0 != "?" }
            guard Host.isHost(Array(authority.utf8)), !authority.isEmpty else { return nil }
            rest = rest[authority.endIndex...]
            if !rest.hasPrefix("/") { rest = "/" + rest }
        } else if method == "OPTIONS" {
            guard text == "*" else { return nil }
        } else {
            guard method == "CONNECT", Host.isHost(Array(text.utf8)) else { return nil }
        }
        // By bytes: all are ASCII, and characters cost thirty times as much.
        let bytes = Array(rest.utf8)
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
        path = String(decoding: bytes[..<(mark ?? bytes.count)], as: UTF8.self)
        query = mark.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) }
    }
}
