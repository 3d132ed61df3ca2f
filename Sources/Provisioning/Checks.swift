/// One line of an attempt's record: which rule looked, what it said, how long it took.
package struct Check: Sendable {
    package enum Verdict: String, CaseIterable, Sendable {
        case passed, refused, failed
        /// The rule looked but does not decide here, as with a nonce signature that is forwarded.
        case notVerified = "not_verified"
    }

    /// `body`, `C01`-`C13`, `nonce_signature`, `authorise`, `vault`, `activation`, `ecc_v2`.
    package let rule: StaticString
    package let verdict: Verdict
    package let microseconds: Int
    /// A text from the source that names no secret; empty where the rule says it all.
    package let detail: StaticString

    package init(rule: StaticString, verdict: Verdict, microseconds: Int, detail: StaticString = "") {
        self.rule = rule
        self.verdict = verdict
        self.microseconds = microseconds
        self.detail = detail
    }
}

/// The ordered record of one attempt's checks. Time is the caller's: a monotonic count of nanoseconds.
package struct Checks: Sendable {
    package private(set) var lines: [Check] = []
    private let nanoseconds: @Sendable () -> UInt64

    package init(nanoseconds: @escaping @Sendable () -> UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// Runs one rule and writes its line, `refused` or `failed` if it throws.
    package mutating func run<R: ~Copyable, E: Error>(
        _ rule: StaticString, detail: StaticString = "", _ body: () throws(E) -> R
    ) throws(E) -> R {
        let start = nanoseconds()
        do {
            let result = try body()
            record(rule, .passed, since: start, detail)
            return result
        } catch {
            record(rule, error is Refusal ? .refused : .failed, since: start, detail)
            throw error
        }
    }

    /// Writes a line for a rule that was timed from `start`.
    package mutating func record(
        _ rule: StaticString, _ verdict: Check.Verdict, since start: UInt64, _ detail: StaticString = ""
    ) {
        let microseconds = Int((nanoseconds() &- start) / 1000)
        lines.append(Check(rule: rule, verdict: verdict, microseconds: microseconds, detail: detail))
    }

    /// The count now, to time from.
    package func start() -> UInt64 { nanoseconds() }
}
