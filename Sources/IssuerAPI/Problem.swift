/// One answer that is not a success: what the client switches on, which check refused, a sentence for people.
///
/// All three are texts of the source: nothing that a caller sent can come back in them.
package struct Problem: Error, Sendable {
    package let code: ErrorCode
    package let reason: StaticString
    package let message: StaticString
    /// Seconds, for `Retry-After`.
    package let retryAfter: Int?
    /// For `Allow`.
    package let allow: StaticString?
    /// For `WWW-Authenticate`.
    package let challenge: StaticString?

    package init(
        _ code: ErrorCode, _ reason: StaticString, _ message: StaticString, retryAfter: Int? = nil,
        allow: StaticString? = nil, challenge: StaticString? = nil
    ) {
        self.code = code
        self.reason = reason
        self.message = message
        self.retryAfter = retryAfter
        self.allow = allow
        self.challenge = challenge
    }
}
