/// The rules of RFC 9112 that a handler of libmicrohttpd can see, judged before the body is read.
///
/// What it cannot see (bare LF, folded headers, NUL in a value) is the proxy's in front.
enum Framing {
    /// What is wrong with a head, or nil. `version` as in `HTTP/1.1`; `size` is the head's bytes as sent. Values
    /// have the white space at their end: `chunked` with a space is a coding that libmicrohttpd does not know.
    static func problem(
        _ head: HTTPHead, target: String, version: String, size: Int, limits: HTTPLimits
    ) -> HTTPProblem? {
        guard size <= limits.head else { return .headersTooLarge }
        guard version == "HTTP/1.1" || version == "HTTP/1.0", isToken(head.method),
            RequestTarget(target, method: head.method) != nil
        else { return .badRequest }
        guard head.fields.allSatisfy({ isToken($0.name) && isText($0.value) }) else { return .badRequest }

        // RFC 9112, 3.2: exactly one Host in HTTP/1.1, and a valid one.
        let hosts = head.fields.filter { $0.name == "host" }.map(\.trimmed.value)
        guard hosts.count == 1 || (hosts.isEmpty && version == "HTTP/1.0"), hosts.allSatisfy(Host.isHost)
        else { return .badRequest }
        // Two would let a proxy and us read different ones.
        guard head.values("authorization").count <= 1 else { return .badRequest }

        let lengths = head.values("content-length")
        let codings = head.values("transfer-encoding")
        // RFC 9112, 6.1 and 6.3: anything but one plain length or one `chunked` may be an attempt to smuggle.
        guard lengths.count + codings.count <= 1 else { return .badRequest }
        if let coding = codings.first {
            let isChunked = String(decoding: coding, as: UTF8.self).lowercased() == "chunked"
            guard isChunked, version == "HTTP/1.1" else { return .badRequest }
        }
        if let length = lengths.first {
            guard !length.isEmpty, length.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return .badRequest
            }
            let digits = String(decoding: length, as: UTF8.self)
            // A number too big for Int is too big a body.
            guard let count = Int(digits), count <= limits.body else { return .payloadTooLarge }
        }
        return nil
    }

    /// RFC 9110, 5.6.2.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default:
                    "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// RFC 9110, 5.5: no control character but the tab; bytes past ASCII are allowed and mean nothing here.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
    }
}
