/// One header of a request or an answer.
package struct HTTPField: Sendable {
    /// In lower case in a request; as it is to be sent in an answer.
    package let name: String
    /// Without the white space around it. Bytes, since an Authorization is never to become text.
    package let value: [UInt8]

    package init(_ name: String, _ value: [UInt8]) {
        self.name = name
        self.value = value
    }

    package init(_ name: String, _ value: String) {
        self.init(name, Array(value.utf8))
    }

    /// Without the white space at its end, which libmicrohttpd leaves in place.
    var trimmed: HTTPField {
        guard let last = value.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else {
            return HTTPField(name, [])
        }
        return last == value.count - 1 ? self : HTTPField(name, Array(value[...last]))
    }
}

/// A request before its body. Nothing in it is believed, except that its framing is sound.
package struct HTTPHead: Sendable {
    /// As it was sent, in its own case: a token of RFC 9110 and not more.
    package let method: String
    /// The target up to the `?`, without scheme and host where it has them: visible ASCII, not percent-decoded.
    package let path: String
    /// What follows the `?`; nil where there is none.
    package let query: String?
    /// In the order of arrival, repeated ones included.
    package let fields: [HTTPField]

    package init(method: String, target: String, fields: [HTTPField]) {
        self.method = method
        self.fields = fields
        let form = RequestTarget(target, method: method)
        path = form?.path ?? target
        query = form?.query
    }

    /// Every value of a header, in the order of arrival. `name` is in lower case.
    package func values(_ name: String) -> [[UInt8]] {
        fields.filter { $0.name == name }.map(\.value)
    }

    /// The value of a header that is there exactly once; nil where it is missing or repeated.
    package func single(_ name: String) -> [UInt8]? {
        let all = values(name)
        return all.count == 1 ? all[0] : nil
    }
}

/// A request whose body has arrived whole.
package struct HTTPRequest: Sendable {
    package let head: HTTPHead
    /// Decoded from chunks where it came in chunks; empty where there is none.
    package let body: [UInt8]
    /// When the last byte was here: nanoseconds of the monotonic clock.
    package let received: UInt64

    package init(head: HTTPHead, body: [UInt8], received: UInt64) {
        self.head = head
        self.body = body
        self.received = received
    }
}

// A request carries a token and a payload: none of these types shows what it holds, however it is printed.

extension HTTPField: CustomStringConvertible, CustomReflectable {
    package var description: String { "HTTPField" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPHead: CustomStringConvertible, CustomReflectable {
    package var description: String { "HTTPHead" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    package var description: String { "HTTPRequest" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
