import Wallet

/// The certificates of requests: the fixtures' own each time, or a new leaf for each.
struct Chains {
    let leaf: [UInt8]
    let intermediate: [UInt8]
    let leafKey: SimulatedKey
    /// The intermediate's key; nil for the same leaf each time.
    let issuer: SimulatedKey?
    /// Seconds since 1970.
    let now: Int64

    /// The phone that sends the next request.
    func phone() throws(WalletError) -> Phone {
        guard let issuer else { return phone([leaf, intermediate]) }
        let template = try SimulatedPKI.leafTemplate(now: now, key: leafKey, issuer: issuer)
        return phone([try template.issue(for: leafKey, by: issuer), intermediate])
    }

    private func phone(_ certificates: [[UInt8]]) -> Phone {
        Phone(certificates: certificates, leafKey: leafKey, device: .mobilePhone)
    }

    /// A chain that nobody trusts, in the right shape throughout: its root is its own.
    static func worthless(now: Int64) throws(WalletError) -> Chains {
        let pki = try SimulatedPKI.make(now: now)
        return Chains(
            leaf: pki.leaf, intermediate: pki.intermediate, leafKey: pki.leafKey, issuer: nil, now: now)
    }
}
