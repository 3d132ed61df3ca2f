/// One answer that is not a success: which check refused, and with it what the client switches on; a sentence for
/// people.
///
/// All of it is text of the source: nothing that a caller sent can come back in it.
package struct Problem: Error, Sendable {
    package let reason: Reason
    package let message: StaticString
    /// Seconds, for `Retry-After`.
    package let retryAfter: Int?
    /// For `Allow`.
    package let allow: StaticString?
    /// For `WWW-Authenticate`.
    package let challenge: StaticString?

    package var code: ErrorCode { reason.code }

    package init(
        _ reason: Reason, _ message: StaticString, retryAfter: Int? = nil, allow: StaticString? = nil,
        challenge: StaticString? = nil
    ) {
        self.reason = reason
        self.message = message
        self.retryAfter = retryAfter
        self.allow = allow
        self.challenge = challenge
    }
}
