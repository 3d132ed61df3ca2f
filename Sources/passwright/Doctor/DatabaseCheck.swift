import Cryptography
import Database
import Glibc
import IssuerAPI
import Provisioning
import Vault

/// The database as the server's role meets it.
struct DatabaseCheck {
    private let settings: Settings
    private let doctor: Doctor
    private let database: DatabaseSettings

    init(_ settings: Settings, _ doctor: Doctor) {
        self.settings = settings
        self.doctor = doctor
        database = DatabaseSettings(connectionString: settings.database, prepares: false, answerWithin: 5)
    }

    func diagnoses() -> [Diagnosis] {
        guard !doctor.isUnusable("DATABASE") else { return [] }
        let profile: DatabaseProfile
        do throws(StoreError) {
            profile = try DatabaseDoor.profile(database)
        } catch {
            if let fault = DatabaseDoor.connectionFault(database) {
                return [.bad("database", fault.found, fault.remedy)]
            }
            let remedy = "try psql with PASSWRIGHT_DATABASE; PostgreSQL's log says why it refuses a role"
            return [.bad("database", Self.sentence(error), remedy)]
        }
        return [schema(), role(profile), encrypted(profile), clock(profile)]
            + DatabaseParameter.all.map { $0.diagnosis(profile) }
            + [administrators(profile), openTransactions(profile)] + programs() + [vaultKeys()]
    }

    private func schema() -> Diagnosis {
        .of("schema", remedy: "db/README.md says how the schema is deployed and a role granted") {
            () throws(ConfigurationError) in
            // That a role owns the tables is the next check's.
            let readiness = try Serving.readiness(database, allowsOwner: true)
            guard readiness.isWritable else {
                throw ConfigurationError(
                    "PASSWRIGHT_DATABASE leads to a standby or to read-only transactions: "
                        + "add target_session_attrs=read-write.")
            }
            return
                "version \(readiness.schemaVersion), where this server needs \(Readiness.neededSchema) or later"
                + (readiness.isPaused ? ", provisioning is paused" : "")
        }
    }

    private func role(_ profile: DatabaseProfile) -> Diagnosis {
        let remedy = "connect as a login role that is granted passwright_server and nothing else"
        let name = profile.role
        if profile.isSuperuser { return unfit("\(name) is a superuser", remedy) }
        let owns = (try? Serving.readiness(database, allowsOwner: true).ownsTables) ?? false
        if owns { return unfit("\(name) owns the tables", remedy) }
        if profile.hasOtherPowers {
            return unfit("\(name) may make roles or databases, replicate or bypass row security", remedy)
        }
        return .good("database role", "\(name), neither owner nor superuser")
    }

    private func unfit(_ found: String, _ remedy: String) -> Diagnosis {
        .bad("database role", found, remedy)
    }

    private func encrypted(_ profile: DatabaseProfile) -> Diagnosis {
        if profile.usesTLS { return .good("database TLS", "on") }
        if profile.isLocal {
            return .good("database TLS", "not needed: the connection stays on this machine")
        }
        return .bad(
            "database TLS", "off, and the database is on another machine",
            "add sslmode=verify-full and sslrootcert=FILE to PASSWRIGHT_DATABASE")
    }

    /// Dates of certificates, tokens and nonces hang on it.
    private func clock(_ profile: DatabaseProfile) -> Diagnosis {
        let apart = abs(SystemClock.clock.now.seconds - profile.clock)
        let found = "\(SystemClock.clock.now.iso8601), \(apart) s from the database's"
        guard apart > 5 else { return .good("clock", found) }
        return .bad("clock", found, "set both clocks by NTP (timedatectl set-ntp true)")
    }

    /// What somebody typed in the wrong place stands in PostgreSQL's own message, as in `invalid input syntax for type
    /// uuid`: it is told on his terminal, and must not be in the log, since it may be a PAN.
    private func administrators(_ profile: DatabaseProfile) -> Diagnosis {
        let check = "administrators' mistakes"
        let isQuiet = ["fatal", "panic"].contains(profile.parameters["log_min_messages"])
        guard !isQuiet, let names = profile.loggedAdministrators else {
            return .good(check, "not in PostgreSQL's log")
        }
        let first = names.split(separator: " ").first ?? ""
        return .warning(
            check, "in PostgreSQL's log, with what was typed: \(names)",
            "alter role \(first) set log_min_messages = 'fatal'; and so for each")
    }

    /// Verbs come one after the other: a transaction that is left open keeps all administrators waiting, the one who
    /// pauses among them.
    private func openTransactions(_ profile: DatabaseProfile) -> Diagnosis {
        let check = "open transactions"
        guard let names = profile.endlessAdministrators else {
            return .good(check, "an administrator's is ended")
        }
        let first = names.split(separator: " ").first ?? ""
        return .warning(
            check, "an administrator's is never ended, and keeps all others waiting: \(names)",
            "alter role \(first) set idle_in_transaction_session_timeout = '30s'; and so for each")
    }

    /// What `/readyz` says of the enabled programs, in the same words.
    private func programs() -> [Diagnosis] {
        let check = "programs"
        guard !doctor.isUnusable("ACTIVATION_KEYS"), let keys = try? Composition.activationKeys(settings),
            let programs = try? WorkerStore(database).enabledPrograms()
        else {
            return [
                .bad(check, "cannot be compared with the activation keys", "see activation keys and schema")
            ]
        }
        let parts = ActivationReadiness.parts(programs, keys)
        guard !parts.isEmpty else {
            return [.good(check, "\(programs.count) enabled, each with its activation key")]
        }
        return parts.map { part in
            let found = "\(part.why): \(part.programs.joined(separator: " "))"
            return part.isNotice
                ? .warning(
                    check, found, "admin.set_activation, or admin.disable_program until its network is ready")
                : .bad(check, found, "put the key into PASSWRIGHT_ACTIVATION_KEYS, and send SIGHUP")
        }
    }

    private func vaultKeys() -> Diagnosis {
        let check = "cards' vault keys"
        let needed: Set<[UInt8]>
        do throws(StoreError) {
            guard let ids = try DatabaseDoor.vaultKeysInUse(database) else {
                return .bad(check, "the schema cannot say", "sqitch deploy brings it up to date")
            }
            needed = ids
        } catch {
            return .bad(
                check, Self.sentence(error), "db/README.md says how a role is granted passwright_server")
        }
        guard !doctor.isUnusable("VAULT_KEYS"), let open = try? Composition.vault(settings).keyIDs else {
            return .bad(check, "\(needed.count) in use, and none is open", "see vault keys")
        }
        let there = Set(open.map(\.bytes))
        let missing = needed.subtracting(there).map(Self.name).sorted()
        guard missing.isEmpty else {
            return .bad(
                check, "no key file for \(missing.joined(separator: " ")): its cards answer 502",
                "put vault-<id>.pem back into PASSWRIGHT_VAULT_KEYS, and send SIGHUP")
        }
        return .good(check, "\(needed.count) in use, each with its file")
    }

    private static func name(_ id: [UInt8]) -> String {
        id.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    private static func sentence(_ error: StoreError) -> String {
        switch error {
        case .unavailable: "does not take the role's connection or question"
        case .timedOut: "does not answer in time"
        case .incompatible: "answers what this version does not understand"
        }
    }
}
