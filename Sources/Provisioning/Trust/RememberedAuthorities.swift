internal import Cryptography

/// The intermediates of chains that passed every rule of one policy. Only a pinned root's key makes a new one, and
/// Apple has one for decades: the first few are kept, and no later one drives them out.
final class RememberedAuthorities: Sendable {
    private static let capacity = 8
    private let known = Shared<[VerifiedAuthority]>([])

    func recall(_ intermediate: Certificate) -> VerifiedAuthority? {
        known.with { $0.first { $0.certificate.sha256 == intermediate.sha256 } }
    }

    /// A certificate out of its bytes. Those of one that is remembered need not be parsed again.
    func certificate(_ der: [UInt8]) throws(CertificateError) -> Certificate {
        if let known = known.with({ $0.first { $0.certificate.der == der } }) { return known.certificate }
        return try Certificate(der: der)
    }

    func remember(
        _ intermediate: Certificate, under root: Certificate, by verification: ChainVerification
    ) {
        guard known.with({ $0.count < Self.capacity }), recall(intermediate) == nil,
            let authority = verification.authority(intermediate, under: root)
        else { return }
        known.with { known in
            // Another thread may have come first.
            let isNew = !known.contains { $0.certificate.sha256 == intermediate.sha256 }
            if isNew, known.count < Self.capacity { known.append(authority) }
        }
    }
}
