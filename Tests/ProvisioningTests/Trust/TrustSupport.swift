import Cryptography
import Provisioning

/// A policy with the names that Apple's certificates have, and these roots.
func policy(_ anchors: [[UInt8]], leafNames: [String] = TrustPolicy.appleLeafNames) throws -> TrustPolicy {
    try TrustPolicy(
        anchors: anchors.map { try Certificate(der: $0) },
        intermediateNames: TrustPolicy.appleIntermediateNames, leafNames: leafNames, additionalExcluded: [])
}

/// A record whose clock stands still.
func emptyChecks() -> Checks { Checks { 0 } }

/// Why the chain is refused; null where it is accepted.
func refusal(of certificates: [[UInt8]], _ policy: TrustPolicy, at time: UnixTime) -> Refusal? {
    var checks = emptyChecks()
    do throws(Refusal) {
        _ = try UnverifiedChain(certificates: certificates)
            .verified(against: policy, at: time, recording: &checks)
        return nil
    } catch {
        return error
    }
}

/// The names of the rules that refuse, each asked.
func refusingRules(_ certificates: [[UInt8]], _ policy: TrustPolicy, at time: UnixTime) -> [String] {
    UnverifiedChain(certificates: certificates).explained(against: policy, at: time)
        .filter { $0.refusal != nil }.map { "\($0.rule)" }
}
