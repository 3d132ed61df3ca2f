/// One rule about a chain: what it expects, and how it looks.
package struct TrustRule: Sendable {
    /// `C02` to `C13`; C01 makes the certificates that the others look at.
    package let name: StaticString
    package let expectation: StaticString
    let judge: @Sendable (Examination) -> Finding

    /// Every rule after C01, in the order in which they are asked and in which the first refusal wins.
    static let all: [TrustRule] = [
        form, anchor, intermediate, leafSignatureAndKey, endEntity, keyUsage, marker, criticalExtensions,
        excludedKinds, leafName, dates,
    ]
}

/// What a rule found. The texts stand in the source, so that one can be logged and stored.
struct Finding: Sendable {
    /// Null where the rule is satisfied.
    let refusal: Refusal?
    let found: StaticString

    static func passed(_ found: StaticString) -> Finding { Finding(refusal: nil, found: found) }
    static func refused(_ refusal: Refusal, _ found: StaticString) -> Finding {
        Finding(refusal: refusal, found: found)
    }
}

/// One line of an explanation: a rule, what it expected and what it found.
package struct TrustFinding: Sendable {
    package let rule: StaticString
    package let expectation: StaticString
    package let found: StaticString
    /// Null where the rule is satisfied.
    package let refusal: Refusal?
}
