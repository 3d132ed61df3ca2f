internal import Cryptography

extension TrustRule {
    /// C13: asked only where lists are configured, and last, when the path is verified: what a list says counts
    /// if the authority above the certificate signed it.
    static let revocation = TrustRule(
        name: "C13", expectation: "neither leaf nor intermediate on its authority's revocation list"
    ) { chain in
        guard let revocation = chain.policy.revocation, let root = chain.root else {
            return .refused(.certificateUntrusted, "no root whose revocation list could be asked")
        }
        let answers = [(chain.leaf, chain.intermediate), (chain.intermediate, root)].map {
            revocation.answer(about: $0, issuedBy: $1, at: chain.time)
        }
        if answers.contains(where: { $0.answer == .revoked }) {
            return .refused(.certificateRevoked, "a revoked certificate")
        }
        let period = Period.common(answers.map(\.period))
        let found: (now: StaticString, remembered: StaticString)
        if answers.contains(where: { $0.answer == .missing }) {
            found = (
                "no revocation list of an authority", "remembered: no revocation list of an authority"
            )
        } else if answers.contains(where: { $0.answer == .stale }) {
            found = (
                "a revocation list that is not current", "remembered: a revocation list that is not current"
            )
        } else {
            return .passed("as expected", during: period)
        }
        switch revocation.mode {
        case .warn: return .undecided(found.now, remembered: found.remembered, during: period)
        case .strict: return .refused(.certificateRevoked, found.now)
        }
    }
}
