/// One rule about a chain: what it expects, and how it looks.
package struct TrustRule: Sendable {
    /// `C02` to `C13`; C01 makes the certificates that the others look at.
    package let name: StaticString
    package let expectation: StaticString
    let judge: @Sendable (Examination) -> Finding

    /// Every rule from C02 to C12, in the order in which they are asked and in which the first refusal wins.
    static let all: [TrustRule] = [
        form, anchor, intermediate, leafSignatureAndKey, endEntity, keyUsage, marker, criticalExtensions,
        excludedKinds, leafName, dates,
    ]
}

/// What a rule found. The texts stand in the source, so that one can be logged and stored.
struct Finding: Sendable {
    let verdict: Check.Verdict
    /// Why the chain is refused, if it is.
    let refusal: Refusal?
    let found: StaticString
    /// What the record says where this was found before, and is only remembered.
    let remembered: StaticString
    /// As long as the clock is within it, the rule finds the same in the same chain. A rule that asks for the time
    /// says so here.
    let period: Period

    private init(
        _ verdict: Check.Verdict, _ refusal: Refusal?, _ found: StaticString, remembered: StaticString,
        during period: Period
    ) {
        self.verdict = verdict
        self.refusal = refusal
        self.found = found
        self.remembered = remembered
        self.period = period
    }

    static func passed(_ found: StaticString, during period: Period = .always) -> Finding {
        Finding(.passed, nil, found, remembered: "remembered", during: period)
    }
    /// A refusal is never remembered.
    static func refused(_ refusal: Refusal, _ found: StaticString) -> Finding {
        Finding(.refused, refusal, found, remembered: "", during: .always)
    }
    /// The rule cannot say, and that does not refuse.
    static func undecided(
        _ found: StaticString, remembered: StaticString, during period: Period
    ) -> Finding {
        Finding(.notVerified, nil, found, remembered: remembered, during: period)
    }
}

/// One line of an explanation: a rule, what it expected and what it found.
package struct TrustFinding: Sendable {
    package let rule: StaticString
    package let expectation: StaticString
    package let found: StaticString
    package let verdict: Check.Verdict
    /// Why the chain is refused, if it is.
    package let refusal: Refusal?

    init(_ rule: StaticString, _ expectation: StaticString, _ finding: Finding) {
        self.rule = rule
        self.expectation = expectation
        found = finding.found
        verdict = finding.verdict
        refusal = finding.refusal
    }
}
