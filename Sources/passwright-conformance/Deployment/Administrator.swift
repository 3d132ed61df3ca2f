import Foundation

/// The administrator's access to the database, through psql: for what only an administrator can bring about.
struct Administrator {
    /// libpq's own words, with which a run on a dead database ends too.
    private static let patience = ["PGCONNECT_TIMEOUT": "5", "PGOPTIONS": "-c statement_timeout=5s"]

    private let psql: String
    private let address: String
    private let environment: [String: String]

    /// Null where psql is not installed.
    init?(address: String) {
        let environment = ProcessInfo.processInfo.environment
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        guard let psql = folders.map({ "\($0)/psql" }).first(where: FileManager.default.isExecutableFile)
        else {
            return nil
        }
        self.psql = psql
        var settings = environment.merging(Administrator.patience) { $1 }
        // A password does not go onto a command line.
        if var url = URLComponents(string: address), let password = url.password {
            settings["PGPASSWORD"] = password
            url.password = nil
            self.address = url.string ?? address
        } else {
            self.address = address
        }
        self.environment = settings
    }

    /// Runs one statement; false where it was refused, or did not end in time.
    func run(_ statement: String) -> Bool { value(of: statement) != nil }

    /// What one statement returns, as psql prints it without ornament; null where it was refused, or did not end in
    /// time.
    func value(of statement: String) -> String? {
        Command(psql, words(statement), environment).output(seconds: 15)?
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// psql, not yet started, which runs one statement and then stays until the end of its standard input.
    func session(_ statement: String) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: psql)
        process.arguments = words(statement) + ["-f", "-"]
        process.environment = environment
        process.standardError = FileHandle.nullDevice
        return process
    }

    private func words(_ statement: String) -> [String] {
        ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", statement]
    }
}

extension String {
    /// As a literal of SQL.
    var sql: String { "'" + replacing("'", with: "''") + "'" }
}
