/// How a request must be refused.
struct Refusal: Sendable {
    /// Any of these.
    let statuses: Set<Int>
    /// The contract's word, where the body must have one.
    let error: String?
    /// Any of these, where the body must have one.
    let reasons: Set<String>
    /// A header that must be there, and what its value must begin with (`Retry-After`, ``).
    var header: (name: String, prefix: String)?
    /// Whether a closed connection without an answer is as good: only for broken framing.
    var mayClose = false

    /// The contract's refusal.
    init(_ status: Int, _ error: String, _ reasons: String...) {
        statuses = [status]
        self.error = error
        self.reasons = Set(reasons)
    }

    /// Only the status counts: where whatever stands in front of the server may answer in its place.
    init(anyOf statuses: Int..., mayClose: Bool = false) {
        self.statuses = Set(statuses)
        error = nil
        reasons = []
        self.mayClose = mayClose
    }

    /// `400 APPLE_PAY_INVALID_DATA` with one of these reasons.
    static func invalid(_ reasons: String...) -> Refusal {
        Refusal(statuses: [400], error: "APPLE_PAY_INVALID_DATA", reasons: Set(reasons))
    }
    /// `401 UNAUTHORIZED` with one of these reasons (any, where none is named), and a challenge.
    static func unauthorized(_ reasons: String...) -> Refusal {
        var refusal = Refusal(statuses: [401], error: "UNAUTHORIZED", reasons: Set(reasons))
        refusal.header = ("www-authenticate", "Bearer")
        return refusal
    }
    /// `405 METHOD_NOT_ALLOWED`, with an Allow that begins with `method`.
    static func methodNotAllowed(_ method: String) -> Refusal {
        var refusal = Refusal(405, "METHOD_NOT_ALLOWED", "method_not_allowed")
        refusal.header = ("allow", method)
        return refusal
    }
    static let cardNotFound = Refusal(404, "CARD_NOT_FOUND", "card_not_found")
    /// `409 APPLE_PAY_NOT_AVAILABLE`.
    static func unavailable(_ reasons: String...) -> Refusal {
        Refusal(statuses: [409], error: "APPLE_PAY_NOT_AVAILABLE", reasons: Set(reasons))
    }

    private init(statuses: Set<Int>, error: String?, reasons: Set<String>) {
        self.statuses = statuses
        self.error = error
        self.reasons = reasons
    }

    /// For a person.
    var sentence: String {
        var text = statuses.sorted().map(String.init).joined(separator: " or ")
        if let error { text += " \(error)" }
        if !reasons.isEmpty { text += " (\(reasons.sorted().joined(separator: " or ")))" }
        if let header { text += ", with \(header.name)" }
        return text + (mayClose ? ", or the connection closed" : "")
    }
}
