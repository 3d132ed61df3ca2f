import Cryptography
import Provisioning

/// Anchors, names, revocation lists, and what is asked of a nonce signature.
struct TrustCheck {
    private let settings: Settings
    private let doctor: Doctor

    init(_ settings: Settings, _ doctor: Doctor) {
        self.settings = settings
        self.doctor = doctor
    }

    func diagnoses() -> [Diagnosis] {
        let isUnusable = doctor.isUnusable(
            "TRUST_ANCHORS", "TRUSTED_INTERMEDIATES", "LEAF_NAMES", "CRL_FOLDER", "CRL")
        guard !isUnusable else { return [] }
        let policy: TrustPolicy
        do throws(ConfigurationError) {
            policy = try TrustFiles.policy(settings)
        } catch {
            let remedy =
                "certs/README.md says how to obtain and pin Apple's root, and how lists are refreshed"
            return [.bad("trust", error.sentence, remedy)]
        }
        let now = SystemClock.clock.now
        return policy.anchors.map { daysLeft($0, now) } + [pinned(policy)] + lists(policy, now)
            + (doctor.isUnusable("NONCE_SIGNATURE") ? [] : [nonceSignature(policy)])
    }

    /// Warns at 90, 30 and 7 days.
    private func daysLeft(_ anchor: Certificate, _ now: UnixTime) -> Diagnosis {
        let days = (anchor.notAfter.seconds - now.seconds) / 86_400
        let found = "\(anchor.name), \(days) days left (\(anchor.notAfter.iso8601))"
        let remedy = "put its successor beside it into PASSWRIGHT_TRUST_ANCHORS, and send SIGHUP"
        guard anchor.isValid(at: now) else {
            return .bad("trust anchor", "\(anchor.name), not valid now: \(found)", remedy)
        }
        guard let limit = [7, 30, 90].first(where: { days <= $0 }) else {
            return .good("trust anchor", found)
        }
        return .warning("trust anchor", "\(found): within \(limit)", remedy)
    }

    private func pinned(_ policy: TrustPolicy) -> Diagnosis {
        if policy.isProduction { return .good("pinned roots", "only those that production mode accepts") }
        let found = "a root that is not Apple Root CA - G3"
        guard settings.mode == .production else {
            return .warning("pinned roots", found, "for development only: whoever has its key can read cards")
        }
        return .bad(
            "pinned roots", "\(found), which production mode refuses",
            "set PASSWRIGHT_TRUST_ANCHORS to a file with Apple Root CA - G3 alone")
    }

    private func lists(_ policy: TrustPolicy, _ now: UnixTime) -> [Diagnosis] {
        guard let revocation = policy.revocation else {
            return [.good("revocation lists", "not asked: PASSWRIGHT_CRL_FOLDER is not set")]
        }
        let stale = revocation.lists.count { !$0.isCurrent(at: now) }
        let found = "\(revocation.lists.count) read, \(stale) not current, \(revocation.mode.rawValue)"
        guard revocation.lists.isEmpty || stale > 0 else { return [.good("revocation lists", found)] }
        let remedy = "fetch the authorities' lists into PASSWRIGHT_CRL_FOLDER, and send SIGHUP"
        return [
            revocation.mode == .strict
                ? .bad("revocation lists", found, remedy) : .warning("revocation lists", found, remedy)
        ]
    }

    private func nonceSignature(_ policy: TrustPolicy) -> Diagnosis {
        .of(
            "nonce signature",
            remedy: "set PASSWRIGHT_NONCE_SIGNATURE to forward, or to keys: and a file of public keys"
        ) { () throws(ConfigurationError) in
            let chosen = try Composition.noncePolicy(settings, policy)
            do throws(Provisioning.ConfigurationError) {
                try chosen.accept(policy)
            } catch {
                throw ConfigurationError(error, in: "PASSWRIGHT_NONCE_SIGNATURE")
            }
            switch chosen {
            case .leaf: return "leaf: verified by the leaf's key"
            case .keys: return "keys: verified by the file's public keys"
            case .forward: return "forward: Apple verifies it, this server does not"
            }
        }
    }
}
