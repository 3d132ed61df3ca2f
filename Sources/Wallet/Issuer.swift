/// The issuer's server, as the app's back end calls it.
package protocol Issuer: Sendable {
    /// Where it is, for a person: without a user's name or password.
    var name: String { get }

    /// One request, one answer; nothing is tried twice.
    func send(_ call: IssuerCall) throws(Silence) -> IssuerAnswer
}

/// One HTTP request.
package struct IssuerCall: Sendable {
    package var method: String
    /// Below the server's address, beginning with `/`.
    package var path: String
    package var token: String?
    /// JSON, where there is a body.
    package var body: [UInt8]?

    package init(method: String, path: String, token: String?, body: [UInt8]? = nil) {
        self.method = method
        self.path = path
        self.token = token
        self.body = body
    }
}

/// One HTTP answer.
package struct IssuerAnswer: Sendable {
    package var status: Int
    /// Names in lower case.
    package var headers: [String: String]
    package var body: [UInt8]
    package var milliseconds: Int

    package init(status: Int, headers: [String: String], body: [UInt8], milliseconds: Int) {
        self.status = status
        self.headers = headers
        self.body = body
        self.milliseconds = milliseconds
    }

    /// The media type without its parameters, in lower case.
    package var mediaType: String {
        let text = headers["content-type"] ?? ""
        return text.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    }
}

/// An error in the form of the contract, as far as a server keeps to it.
package struct IssuerProblem: Codable, Hashable, Sendable {
    package let error: String
    package let reason: String?
    package let message: String?

    /// The problem in `answer`; nil where it is not one. Texts are made safe for a terminal.
    package init?(_ answer: IssuerAnswer) {
        guard let object = try? FlatJSON(answer.body), let error = object.text("error") else { return nil }
        self.error = printable(error)
        reason = object.text("reason").map(printable)
        message = object.text("message").map(printable)
    }
}

/// Another's text, fit for a terminal: nothing that could be a secret which the server echoes, no control characters, no
/// direction marks, not endless.
func printable(_ text: String) -> String {
    // Looked at before it is cut, so that no end of a number or a token is left.
    String(Redactor().text(String(text.unicodeScalars.prefix(4096))).prefix(200))
}
