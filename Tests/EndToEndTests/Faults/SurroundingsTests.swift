import Foundation
import Glibc
import TestSupport
import Testing
import Wallet

/// What else stands around a server and fails: a pooler, the standby, the disk, the log's reader, the clock.
extension FaultTests {
    @Suite struct Surroundings {
        let bench: FaultBench

        init() throws { bench = try #require(FaultBench.current) }

        /// Load on another server, and the same checks.
        private func underLoad(
            _ fault: String, on other: RunningServer, allowing reasons: Set<String>,
            _ body: (Crowd) throws -> Void = { _ in }
        ) throws -> Journal {
            let aftermath = try Aftermath(
                bench.cluster, other, before: other === bench.server ? bench.idle : nil)
            let load = try Crowd(other)
            defer { load.stop() }
            try waitUntil { load.journal.count(200) >= 10 }
            try body(load)
            try load.awaitRecovery()
            let journal = load.stop()
            try aftermath.check(journal, of: fault, allowing: reasons)
            return journal
        }

        // MARK: The database

        @Test func `a server whose database is away at the start says so, and starts when it is back`() throws
        {
            let proxy = try Proxy(upstream: try bench.cluster.sockets + "/.s.PGSQL.5432")
            defer { proxy.end() }
            let url = "postgresql://passwright_demo_server@127.0.0.1:\(proxy.port)/drill"
            let settings = bench.direct.merging(["PASSWRIGHT_DATABASE": url]) { $1 }
            for (way, what) in [
                (Proxy.Way.refusing, "does not lead to a database that takes the role's connection"),
                (.held, "does not lead to a database that takes the role's connection"),
            ] {
                proxy.way = way
                let start = ContinuousClock.now
                let outcome = try runProgram(
                    URL(fileURLWithPath: "/usr/bin/timeout"),
                    ["20", builtBinary("passwright")!.path, "serve"],
                    environment: settings)
                #expect(outcome.code == 78)
                #expect(outcome.errors == "passwright: PASSWRIGHT_DATABASE \(what).\n")
                #expect(start.duration(to: .now) < .seconds(5))
            }
            proxy.way = .open
            let server = try bench.another(["PASSWRIGHT_DATABASE": url])
            #expect(server.stop() == 0)
        }

        @Test(.enabled(if: Pooler.isThere, "pgbouncer is not installed"), arguments: ["off", "on"])
        func `behind a pooler in transaction mode statements may be anywhere`(prepare: String) throws {
            let pooler = try Pooler(for: bench.cluster)
            defer { pooler.end() }
            let other = try bench.another(["PASSWRIGHT_DATABASE": pooler.url, "PASSWRIGHT_PREPARE": prepare])
            // With statements that are prepared on another connection a request may meet none twice.
            let journal = try underLoad(
                "a pooler, PREPARE \(prepare)", on: other,
                allowing: prepare == "on" ? ["database_unavailable"] : [])
            #expect(journal.count(200) >= 30)
            #expect(other.stop() == 0)
        }

        @Test func `when the standby takes over, each 200 is on it, and the server follows`() throws {
            let standby = try Standby(of: bench.cluster)
            defer { standby.remove() }
            let url =
                "postgresql://passwright_demo_server@/drill?host=\(try bench.cluster.sockets),\(standby.sockets)"
                + "&target_session_attrs=read-write"
            let other = try bench.another(["PASSWRIGHT_DATABASE": url])
            let load = try Crowd(other)
            defer { load.stop() }
            try waitUntil { load.journal.count(200) >= 50 }
            let since = try bench.cluster.sql("select min(created_at) from vault.provisioning_attempts")
            try bench.cluster.stop(mode: "immediate")
            defer { #expect(throws: Never.self) { try standby.forget() } }
            try standby.promote()
            try load.awaitRecovery(50)
            let journal = load.stop()
            #expect(journal.recovery < 5)
            bench.table.add("database: the standby takes over", times: 1, journal)
            #expect(journal.reasons.subtracting(["database_unavailable", "database_slow"]) == [])
            #expect(journal.violations == [] && journal.lost == 0)
            let rows = try standby.sql(
                "select request_id from vault.provisioning_attempts where outcome = 'authorised' and created_at >= '\(since)'"
            )
            let authorised = Dictionary(grouping: rows.split(separator: "\n").map(String.init)) { $0 }
            #expect(journal.ids(200).filter { authorised[$0]?.count != 1 } == [])
            #expect(other.stop() == 0)
        }

        @Test func `without its synchronous standby there is no 200, not where the wait is cancelled either`()
            throws
        {
            let standby = try Standby(of: bench.cluster)
            defer {
                #expect(throws: Never.self) {
                    try bench.cluster.sql("alter system reset synchronous_standby_names")
                    try bench.cluster.sql("select pg_reload_conf()")
                }
                standby.remove()
            }
            let journal = try underLoad(
                "the standby is away", on: bench.server, allowing: ["database_slow", "database_unavailable"]
            ) { load in
                try standby.stop()
                // What was on its way has come to its end.
                Thread.sleep(forTimeInterval: 0.5)
                let good = load.journal.count(200)
                try waitUntil { load.journal.count(503) >= 4 }
                let cancelled = try bench.cluster.sql(
                    """
                    select count(*) from (select pg_cancel_backend(pid) from pg_stat_activity
                    where wait_event = 'SyncRep') as cancelled
                    """)
                #expect(Int(cancelled)! > 0, "no commit was waiting")
                Thread.sleep(forTimeInterval: 0.3)
                #expect(load.journal.count(200) == good, "a 200 that one machine alone knows")
                try standby.start()
            }
            #expect(journal.reasons.contains("database_slow"))
        }

        @Test(.enabled(if: SmallDisk.isPossible, "a file system of a fixed size takes root's rights"))
        func `a full disk is 503, and its end is followed without a restart`() throws {
            let table = "vault.provisioning_attempts"
            let size = try bench.cluster.sql("select pg_table_size('\(table)') / 1048576")
            let disk = try SmallDisk(16 + Int(size)!, owner: bench.cluster)
            defer { disk.remove() }
            try bench.cluster.sql("create tablespace small location '\(disk.path)/space'")
            try bench.cluster.sql("alter table \(table) set tablespace small")
            defer {
                #expect(throws: Never.self) {
                    try bench.cluster.sql("alter table \(table) set tablespace pg_default")
                    try bench.cluster.sql("drop tablespace small")
                }
            }
            let journal = try underLoad(
                "the disk is full", on: bench.server, allowing: ["database_unavailable"]
            ) { load in
                disk.fill()
                try waitUntil { load.journal.count(503) >= 20 }
                disk.empty()
            }
            #expect(journal.count(503) >= 20)
        }

        // MARK: The log

        @Test(arguments: ["has stopped", "has gone"])
        func `whoever reads log and standard error may stop or go: the server goes on`(reader: String) throws
        {
            let port = try freePort()
            let output = Pipe()
            // F_SETPIPE_SZ: a page.
            _ = fcntl(output.fileHandleForWriting.fileDescriptor, 1031, 4096)
            let process = Process()
            process.executableURL = builtBinary("passwright")
            process.arguments = ["serve"]
            process.environment = ProcessInfo.processInfo.environment
                .merging(bench.direct) { $1 }.merging(["PASSWRIGHT_LISTEN": "127.0.0.1:\(port)"]) { $1 }
            process.standardOutput = output
            process.standardError = output
            try process.start()
            defer { process.terminate() }
            if reader == "has gone" { try output.fileHandleForReading.close() }
            func answer(_ path: String) -> Int? {
                try? RawHTTP.send(RawHTTP.request("GET", path), port: port, seconds: 5).status
            }
            try waitUntil { answer("/readyz") == 200 }
            // Far more lines than a pipe takes.
            for _ in 0..<100 { #expect(answer("/healthz") == 200) }

            let jwks = bench.keys.url.path + "/token/jwks.json"
            let good = try Data(contentsOf: URL(fileURLWithPath: jwks))
            try Data("{".utf8).write(to: URL(fileURLWithPath: jwks))
            kill(process.processIdentifier, SIGHUP)
            Thread.sleep(forTimeInterval: 0.3)
            try good.write(to: URL(fileURLWithPath: jwks))
            #expect(answer("/readyz") == 200)
            kill(process.processIdentifier, SIGTERM)
            try waitUntil(seconds: 10) { !process.isRunning }
            #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        }

        // MARK: The clock

        @Test(
            .enabled(if: FalseClock.isThere, "libfaketime is not installed"),
            .disabled(if: Demonstration.isSanitized, "a sanitizer wants to be the first library"))
        func `the clock may jump either way: what is dated is judged anew, and no wait is disturbed`() throws
        {
            let clock = try FalseClock()
            let other = try bench.another(clock.environment)
            let day = 86_400
            // By how much, and what a request is then answered with.
            for (offset, reason) in [
                (0, nil), (3600, nil), (40 * day, "token_expired"), (0, nil), (-20, nil), (0, nil),
            ] as [(Int, String?)] {
                let load = try Crowd(other)
                defer { load.stop() }
                try clock.set(offset)
                Thread.sleep(forTimeInterval: 0.3)
                let seen = load.journal.entries.count
                try waitUntil { load.journal.entries.count >= seen + 20 }
                let journal = load.stop()
                bench.table.add("the clock jumps", times: 1, journal)
                let late = journal.entries.suffix(10).map(\.fate)
                let wanted: Journal.Fate = .answered(status: reason == nil ? 200 : 401, reason: reason)
                #expect(late.allSatisfy { $0 == wanted }, "after \(offset) s: \(late)")
                #expect(journal.violations == [] && journal.lost == 0)
                #expect(journal.entries.allSatisfy { $0.seconds < 5 })
                #expect(try other.get("/readyz").status == 200)
            }
            #expect(other.stop() == 0)
        }

        @Test(
            .enabled(if: FalseClock.isThere, "libfaketime is not installed"),
            .disabled(if: Demonstration.isSanitized, "a sanitizer wants to be the first library"))
        func `a clock that is put back prolongs no wait for a database that is silent`() throws {
            let proxy = try Proxy(upstream: try bench.cluster.sockets + "/.s.PGSQL.5432")
            defer { proxy.end() }
            let clock = try FalseClock()
            let url = "postgresql://passwright_demo_server@127.0.0.1:\(proxy.port)/drill"
            let other = try bench.another(clock.environment.merging(["PASSWRIGHT_DATABASE": url]) { $1 })
            let load = try Crowd(other)
            defer { load.stop() }
            try waitUntil { load.journal.count(200) >= 10 }
            proxy.way = .held
            Thread.sleep(forTimeInterval: 0.3)
            try clock.set(-20)
            try waitUntil { load.journal.count(503) >= 1 }
            proxy.way = .open
            try load.awaitRecovery()
            let journal = load.stop()
            bench.table.add("the clock is put back while the database is silent", times: 1, journal)
            #expect(journal.entries.allSatisfy { $0.seconds < 5.5 })
            #expect(journal.reasons.subtracting(["database_slow", "database_unavailable"]) == [])
            #expect(journal.violations == [] && journal.lost == 0)
            #expect(other.stop() == 0)
        }
    }
}
