/// An answer: a status, headers and bytes. `Content-Length`, `Date` and `Connection` are added on the way out.
package struct HTTPResponse: Sendable {
    /// 200-599.
    package let status: Int
    /// Names and values are the application's own texts: one with a line break in it is our mistake, and the
    /// connection is closed without an answer.
    package let fields: [HTTPField]
    package let body: [UInt8]

    package init(status: Int, fields: [HTTPField] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
    package var description: String { "HTTPResponse" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
