import Foundation
import Glibc
import TestSupport

/// What is run as PostgreSQL's user where the tests are root's.
private func asOwner(_ script: String, _ arguments: [String]) throws {
    try run(
        [
            "bash", "-euc",
            #"as_owner() { if [ "$EUID" -eq 0 ]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi; }"#
                + "\n"
                + script, "surroundings",
        ] + arguments)
}

/// A folder in which PostgreSQL's user may write.
private func ownedFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try run([
        "bash", "-euc", #"if [ "$EUID" -eq 0 ]; then chown postgres: "$0"; fi; chmod 755 "$0""#,
        folder.url.path,
    ])
    return folder
}

/// pgbouncer in transaction mode, with few connections to the database.
final class Pooler {
    static let program = "/usr/sbin/pgbouncer"
    static let isThere = FileManager.default.isExecutableFile(atPath: program)

    private let folder: TemporaryFolder
    let url: String

    init(for cluster: PrivateCluster) throws {
        folder = try ownedFolder()
        let port = try freePort()
        url = "postgresql://passwright_demo_server@127.0.0.1:\(port)/drill"
        try Data(
            """
            [databases]
            drill = host=\(try cluster.sockets) dbname=drill
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = \(port)
            unix_socket_dir =
            auth_type = trust
            auth_file = \(folder.url.path)/users
            pool_mode = transaction
            default_pool_size = 3
            logfile = \(folder.url.path)/log
            pidfile = \(folder.url.path)/pid

            """.utf8
        ).write(to: folder.url.appendingPathComponent("ini"))
        try Data("\"passwright_demo_server\" \"\"\n".utf8).write(
            to: folder.url.appendingPathComponent("users"))
        // It outlives the shell, and must not keep what tells that the shell has ended.
        try asOwner(
            #"""
            (
                for descriptor in /proc/self/fd/*; do
                    [ "${descriptor##*/}" -le 2 ] || eval "exec ${descriptor##*/}>&-"
                done
                as_owner "$1" -q -d "$2/ini"
            )
            """#, [Self.program, folder.url.path])
    }

    func end() {
        if let file = Marks.newFile(ending: "log") {
            try? Data(contentsOf: folder.url.appendingPathComponent("log")).write(
                to: URL(fileURLWithPath: file))
        }
        let text = try? String(contentsOf: folder.url.appendingPathComponent("pid"), encoding: .utf8)
        if let number = text.flatMap({ pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }) {
            // It has inherited that SIGTERM is blocked, and has nothing to lose.
            kill(number, SIGKILL)
        }
    }
}

/// A standby of a cluster that waits for it at each COMMIT.
final class Standby {
    private let cluster: PrivateCluster
    private let folder: TemporaryFolder
    private static let script = projectFolder.appendingPathComponent("deploy/cluster").path
    private var place: String { folder.url.appendingPathComponent("cluster").path }
    let sockets: String

    init(of cluster: PrivateCluster) throws {
        self.cluster = cluster
        folder = try ownedFolder()
        sockets = String(
            try run([Self.script, "url", folder.url.appendingPathComponent("cluster").path])
                .split(separator: "=").last!)
        try asOwner(
            #"""
            data=$1 place=$2 from=$3 sockets=$4
            grep -q 'local replication' "$data/pg_hba.conf" || echo 'local replication all trust' >>"$data/pg_hba.conf"
            psql -Xq -h "$from" -U postgres -d postgres -c 'select pg_reload_conf()' >/dev/null
            as_owner mkdir -m 700 "$place"
            as_owner pg_basebackup -h "$from" -U postgres -D "$place/data" -c fast -R -X stream
            as_owner chmod 700 "$place/data"
            echo "unix_socket_directories = '$sockets'" >>"$place/data/postgresql.conf"
            echo "cluster_name = 'standby'" >>"$place/data/postgresql.conf"
            """#, [try cluster.data, place, try cluster.sockets, sockets])
        try run([Self.script, "start", place, "--fast"])
        try cluster.sql("alter system set synchronous_standby_names = '*'")
        try cluster.sql("select pg_reload_conf()")
        try waitUntil {
            try cluster.sql("select count(*) from pg_stat_replication where sync_state = 'sync'") == "1"
        }
    }

    func sql(_ text: String) throws -> String {
        try run(["psql", "-XqAt", "-d", try run([Self.script, "url", place, "drill"]), "-c", text])
    }

    func stop() throws { try run([Self.script, "stop", place]) }
    func start() throws { try run([Self.script, "start", place, "--fast"]) }

    func promote() throws { _ = try sql("select pg_promote()") }

    /// Brings the cluster back as it was, waiting for nobody.
    func forget() throws {
        try run(["bash", "-euc", #": >"$0/postgresql.auto.conf""#, try cluster.data])
        try cluster.start()
    }

    func remove() {
        if let file = Marks.newFile(ending: "log"), let log = try? run([Self.script, "log", place]) {
            try? FileManager.default.copyItem(atPath: log, toPath: file)
        }
        _ = try? run([Self.script, "remove", place])
    }
}

/// A file system of so many megabytes.
final class SmallDisk {
    static let isPossible: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
        defer { umount(folder.url.path) }
        return mount("none", folder.url.path, "tmpfs", 0, "size=1m") == 0
    }()

    private let folder: TemporaryFolder
    var path: String { folder.url.path }

    init(_ megabytes: Int, owner cluster: PrivateCluster) throws {
        folder = try TemporaryFolder()
        guard mount("none", folder.url.path, "tmpfs", 0, "size=\(megabytes)m,mode=755") == 0 else {
            throw CommandFailure(description: "no tmpfs: errno \(errno)")
        }
        try run([
            "bash", "-euc", "mkdir \"$0/space\"; chown --reference=\"$1\" \"$0/space\"", path,
            try cluster.data,
        ])
    }

    /// Leaves no byte.
    func fill() { _ = try? run(["dd", "if=/dev/zero", "of=\(path)/fill", "bs=4k", "status=none"]) }
    func empty() { unlink(path + "/fill") }
    func remove() { umount2(path, Int32(MNT_DETACH)) }
}

/// libfaketime: a process's clock that is set from outside, apart from its monotonic one.
final class FalseClock {
    private static let library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"
    static let isThere = FileManager.default.fileExists(atPath: library)

    private let folder: TemporaryFolder
    private var file: URL { folder.url.appendingPathComponent("offset") }

    init() throws {
        folder = try TemporaryFolder()
        try set(0)
    }

    var environment: [String: String] {
        [
            "LD_PRELOAD": Self.library, "FAKETIME_TIMESTAMP_FILE": file.path, "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1",
            // Else a wait on a condition with the monotonic clock is over at once.
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",
        ]
    }

    func set(_ seconds: Int) throws {
        try Data("\(seconds < 0 ? "" : "+")\(seconds)\n".utf8).write(to: file, options: .atomic)
    }
}
