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
        return policy.anchors.map(anchor) + [pinned(policy)]
            + policy.intermediateNames.map { name in
                intermediate(name, policy)
            }
            + lists(policy, doctor.time)
            + (doctor.isUnusable("NONCE_SIGNATURE") ? [] : [nonceSignature(policy)])
    }

    private func anchor(_ anchor: Certificate) -> Diagnosis {
        let remedy = "put its successor beside it into PASSWRIGHT_TRUST_ANCHORS, and send SIGHUP"
        guard anchor.notBefore <= doctor.time else {
            let found = "\(anchor.name), not valid before \(anchor.notBefore.iso8601)"
            return .bad("trust anchor", found, remedy)
        }
        return daysLeft("trust anchor", anchor.name, until: anchor.notAfter, remedy)
    }

    /// An intermediate comes with each request and is not configured; of Apple's it is public how long it lasts.
    private func intermediate(_ name: String, _ policy: TrustPolicy) -> Diagnosis {
        guard policy.isProduction, let end = TrustPolicy.lastSecondOfIntermediates[name] else {
            return .good("intermediate", "\(name), which comes with each request: its end is not known here")
        }
        return daysLeft(
            "intermediate", name, until: end,
            "add the name of Apple's next one to PASSWRIGHT_TRUSTED_INTERMEDIATES, and send SIGHUP")
    }

    /// Warns at 90, 30 and 7 days.
    private func daysLeft(
        _ check: String, _ name: String, until end: UnixTime, _ remedy: String
    ) -> Diagnosis {
        let days = (end.seconds - doctor.time.seconds) / 86_400
        guard doctor.time <= end else {
            return .bad(check, "\(name), not valid since \(end.iso8601)", remedy)
        }
        let found = "\(name), \(days) days left (\(end.iso8601))"
        guard let limit = [7, 30, 90].first(where: { days <= $0 }) else { return .good(check, found) }
        return .warning(check, "\(found): within \(limit)", remedy)
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
