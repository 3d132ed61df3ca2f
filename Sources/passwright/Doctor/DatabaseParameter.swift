import Database

/// A parameter of PostgreSQL's that has to be so: of the server's role, or of the whole cluster.
struct DatabaseParameter: Sendable {
    private let name: String
    /// As an administrator writes it.
    private let wanted: String
    private let isOfRole: Bool
    private let accepts: @Sendable (String) -> Bool

    static let all: [DatabaseParameter] = [
        // A statement or a lock that waits longer has no request any more that waits for it.
        ofRole("statement_timeout", "2s", atMost: 2000),
        ofRole("lock_timeout", "500ms", atMost: 500),
        ofRole("idle_in_transaction_session_timeout", "5s", atMost: 5000),
        // What a statement carried is in no log.
        ofCluster("log_min_error_statement", "panic", ["panic"]),
        ofCluster("log_parameter_max_length", "0", ["0"]),
        ofCluster("log_parameter_max_length_on_error", "0", ["0"]),
        ofCluster("log_error_verbosity", "terse", ["terse"]),
        ofCluster("password_encryption", "scram-sha-256", ["scram-sha-256"]),
        // What was committed is there after a crash: a nonce works once, and no answer is without its row.
        ofCluster("fsync", "on", ["on"]),
        ofCluster("full_page_writes", "on", ["on"]),
        ofCluster("synchronous_commit", "on", ["on", "remote_apply", "remote_write", "local"]),
    ]

    private static func ofRole(_ name: String, _ wanted: String, atMost: Int) -> DatabaseParameter {
        DatabaseParameter(name: name, wanted: wanted, isOfRole: true) { value in
            // 0 is no limit.
            Int(value).map { (1...atMost).contains($0) } ?? false
        }
    }

    private static func ofCluster(
        _ name: String, _ wanted: String, _ good: Set<String>
    ) -> DatabaseParameter {
        DatabaseParameter(name: name, wanted: wanted, isOfRole: false) { good.contains($0) }
    }

    func diagnosis(_ profile: DatabaseProfile) -> Diagnosis {
        let value = profile.parameters[name]
        let unit = isOfRole && value != nil ? " ms" : ""
        guard let value, accepts(value) else {
            let found = value.map { $0 == "0" && isOfRole ? "no limit" : $0 + unit } ?? "not known"
            return .bad(name, found, remedy(profile))
        }
        return .good(name, value + unit)
    }

    private func remedy(_ profile: DatabaseProfile) -> String {
        isOfRole
            ? "alter role \(profile.role) set \(name) = '\(wanted)';"
            : "alter system set \(name) = '\(wanted)'; select pg_reload_conf();"
    }
}
