package import Cryptography

/// The certificates of a request, as received and not believed.
package struct UnverifiedChain: Sendable {
    /// DER: leaf, intermediate, and a root that is ignored if it is there.
    package let certificates: [[UInt8]]

    package init(certificates: [[UInt8]]) { self.certificates = certificates }
}

/// A leaf whose certificate passed every rule at one instant: the only thing that a card is encrypted to.
/// Nothing but `UnverifiedChain.verified` makes one.
package struct VerifiedLeaf: Sendable {
    /// On P-256.
    package let key: P256.PublicKey
    /// SHA-256 of the certificate.
    package let fingerprint: [UInt8]
    /// The first and the last second of the leaf.
    package let notBefore: UnixTime
    package let notAfter: UnixTime
    /// The last second of what it stands under.
    package let intermediateNotAfter: UnixTime
    package let rootNotAfter: UnixTime

    fileprivate init(_ chain: Examination, root: Certificate, key: P256.PublicKey) {
        self.key = key
        fingerprint = chain.leaf.sha256
        notBefore = chain.leaf.notBefore
        notAfter = chain.leaf.notAfter
        intermediateNotAfter = chain.intermediate.notAfter
        rootNotAfter = root.notAfter
    }
}

/// A chain that passed every rule at one instant, and would again in each second of `period`.
struct ProvenChain: Sendable {
    typealias RuleFinding = (rule: StaticString, finding: Finding)

    let leaf: VerifiedLeaf
    /// Of C01 and each rule of the policy, in order; none refuses.
    let findings: [RuleFinding]
    /// In which leaf, intermediate, root and revocation lists let each rule find the same.
    let period: Period

    fileprivate init(leaf: VerifiedLeaf, findings: [RuleFinding]) {
        self.leaf = leaf
        self.findings = findings
        period = .common(findings.map(\.finding.period))
    }
}

extension UnverifiedChain {
    /// Asks every rule, C01 first, and stops at the first that refuses. Each rule leaves its line in `checks`.
    /// `time` is the caller's clock; no skew is allowed for.
    package func verified(
        against policy: TrustPolicy, at time: UnixTime, recording checks: inout Checks
    ) throws(Refusal) -> VerifiedLeaf {
        try proven(against: policy, RememberedAuthorities(), at: time, recording: &checks).leaf
    }

    /// The same, with what each rule found. The intermediate's way to the root is gone once for all its leaves,
    /// and kept in `authorities`.
    func proven(
        against policy: TrustPolicy, _ authorities: RememberedAuthorities, at time: UnixTime,
        recording checks: inout Checks
    ) throws(Refusal) -> ProvenChain {
        var findings: [ProvenChain.RuleFinding] = []
        var start = checks.start()
        let form = ChainForm.parse(certificates, policy, authorities)
        try checks.record("C01", form.finding, since: start)
        findings.append(("C01", form.finding))
        guard let (leaf, intermediate) = form.pair else { throw .certificateMalformed }

        let chain = Examination(
            leaf: leaf, intermediate: intermediate, policy: policy, time: time,
            authority: authorities.recall(intermediate))
        for rule in policy.rules {
            start = checks.start()
            let finding = rule.judge(chain)
            try checks.record(rule.name, finding, since: start)
            findings.append((rule.name, finding))
        }
        start = checks.start()
        guard case .success(let root) = chain.path, let key = chain.leafKey else {
            try checks.record("C05", .unexplained, since: start)
            throw .certificateUntrusted
        }
        authorities.remember(intermediate, under: root, by: policy.verification)
        return ProvenChain(leaf: VerifiedLeaf(chain, root: root, key: key), findings: findings)
    }

    /// Asks every rule and stops at none: for an operator who wants to see why. Where C01 refuses there is
    /// nothing that the others could look at.
    package func explained(against policy: TrustPolicy, at time: UnixTime) -> [TrustFinding] {
        let form = ChainForm.parse(certificates, policy, RememberedAuthorities())
        let first = TrustFinding("C01", ChainForm.expectation, form.finding)
        guard let (leaf, intermediate) = form.pair else { return [first] }
        let chain = Examination(leaf: leaf, intermediate: intermediate, policy: policy, time: time)
        var findings = [first]
        for rule in policy.rules {
            findings.append(TrustFinding(rule.name, rule.expectation, rule.judge(chain)))
        }
        if case .failure = chain.path, findings.allSatisfy({ $0.refusal == nil }) {
            let rule = TrustRule.leafSignatureAndKey
            findings.append(TrustFinding(rule.name, rule.expectation, .unexplained))
        }
        return findings
    }
}

extension Finding {
    /// The rules explain, but OpenSSL's path is what convinces: a refusal of its that no rule spoke for.
    fileprivate static let unexplained = refused(.certificateUntrusted, "a path that OpenSSL refuses")
}

extension Checks {
    /// Writes a rule's line; throws where it refuses.
    fileprivate mutating func record(
        _ rule: StaticString, _ finding: Finding, since start: UInt64
    ) throws(Refusal) {
        // That all is as expected needs no words.
        record(rule, finding.verdict, since: start, finding.verdict == .passed ? "" : finding.found)
        if let refusal = finding.refusal { throw refusal }
    }
}
