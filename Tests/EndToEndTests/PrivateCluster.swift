import Foundation
import TestSupport

/// A cluster of one test's own, with the demonstration in it: one that can be stopped.
final class PrivateCluster: @unchecked Sendable {
    private let folder: TemporaryFolder
    /// As the demonstration's server role.
    private(set) var serverURL = ""
    private var superuserURL = ""

    init() throws {
        folder = try TemporaryFolder()
        // PostgreSQL's own user has to come through.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
        try start()
        let url = try run([script, "url", place, "drill"])
        superuserURL = url
        try run(["psql", "-X", "-q", try run([script, "url", place]), "-c", "create database drill"])
        try run([
            "bash", "-c", "cd \"$1\" && . deploy/lib.sh && run_sqitch deploy \"$2\"", "sqitch",
            projectFolder.path, url,
        ])
        try run([Demonstration.script("load"), Demonstration.binaries, try Demonstration.keys, url])
        serverURL = try run([script, "url", place, "drill", "passwright_demo_server"])
    }

    private var environment: [String: String] = [:]

    /// An address of this machine that is not loopback: over it the database is as on another machine.
    static let outwardAddress: String? = {
        let all = (try? run(["hostname", "-I"])) ?? ""
        return all.split(separator: " ").map(String.init).first { $0.contains(".") && !$0.hasPrefix("127.") }
    }()

    /// Starts again, listening there too, with TLS for who wants it; the URL of the server's role without TLS.
    func listen(onAddress address: String) throws -> String {
        let data = try data
        let port = try freePort()
        try stop()
        try run([
            "bash", "-euc",
            """
            cd "$0"
            printf "listen_addresses = '%s'\\nport = %s\\nssl = on\\n" "$1" "$2" >>postgresql.conf
            printf 'host all all %s/32 trust\\n' "$1" >>pg_hba.conf
            openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=drill -days 2 -keyout server.key -out server.crt 2>/dev/null
            chmod 600 server.key
            chown --reference=postgresql.conf server.key server.crt
            """, data, address, "\(port)",
        ])
        environment["PGPORT"] = "\(port)"
        try start()
        return
            "postgresql://passwright_demo_server@\(address):\(port)/drill?connect_timeout=5&sslmode=disable"
    }

    deinit {
        if let file = Marks.newFile(ending: "log") {
            try? log.write(toFile: file, atomically: true, encoding: .utf8)
        }
        if let file = Marks.newFile(ending: "dump") {
            _ = try? run(["pg_dump", "-Fc", "-Z0", "-f", file, try url(role: "postgres")])
        }
        _ = try? run([script, "remove", place])
    }

    func start() throws { try run([script, "start", place, "--fast"], environment: environment) }
    func stop() throws { try run([script, "stop", place], environment: environment) }

    /// Stops it as `pg_ctl` calls it: `immediate` asks nobody.
    func stop(mode: String) throws {
        try run([
            "bash", "-euc",
            """
            data=$0
            as_owner() { if [ "$EUID" -eq 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
            cd /
            as_owner "$(dirname "$(readlink "/proc/$(head -n 1 "$data/postmaster.pid")/exe")")/pg_ctl" stop -s -D "$data" -m "$1"
            """, try data, mode,
        ])
    }

    /// To the demonstration's database.
    func url(role: String) throws -> String { try run([script, "url", place, "drill", role]) }

    /// Runs SQL as the superuser, who writes whatever the default is; returns what psql prints.
    @discardableResult
    func sql(_ text: String) throws -> String {
        try run(
            ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-d", superuserURL, "-c", text],
            environment: ["PGOPTIONS": "-c default_transaction_read_only=off"])
    }

    /// The folder of PostgreSQL's socket.
    var sockets: String {
        get throws { try String(run([script, "url", place]).split(separator: "=").last!) }
    }

    /// PostgreSQL's own folder.
    var data: String {
        get throws {
            URL(fileURLWithPath: try run([script, "log", place])).deletingLastPathComponent().path + "/data"
        }
    }

    /// What PostgreSQL wrote.
    var log: String {
        get throws { try String(contentsOfFile: try run([script, "log", place]), encoding: .utf8) }
    }

    private var script: String { projectFolder.appendingPathComponent("deploy/cluster").path }
    private var place: String { folder.url.appendingPathComponent("cluster").path }
}
