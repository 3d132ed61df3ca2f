import Foundation
import Glibc
import TestSupport
import Testing

/// One thing that happens to the database or to the way to it.
struct DatabaseFault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// How often it strikes.
    let times: Int
    /// What a request may be answered with besides 200, and one of which it is answered with.
    let reasons: Set<String>
    /// Begins it, and returns when it has done its harm.
    let strike: @Sendable (FaultBench) throws -> Void
    let heal: @Sendable (FaultBench) throws -> Void

    init(
        _ description: String, _ reasons: Set<String> = ["database_unavailable"], times: Int = 1,
        strike: @escaping @Sendable (FaultBench) throws -> Void,
        heal: @escaping @Sendable (FaultBench) throws -> Void = { $0.proxy.way = .open }
    ) {
        testDescription = description
        self.reasons = reasons
        self.times = times
        self.strike = strike
        self.heal = heal
    }

    static let all = [
        DatabaseFault("it is away") { bench in
            bench.proxy.way = .refusing
            bench.proxy.cut()
            rest(1.2)
            let answer = try bench.server.get("/readyz")
            #expect(answer.status == 503)
        },
        DatabaseFault("connections are cut at random instants", times: FaultRounds.cuts) { bench in
            for _ in 0..<FaultRounds.cuts {
                rest(Double.random(in: 0.005...0.1))
                bench.proxy.cut()
            }
        },
        DatabaseFault("what it says to a COMMIT is lost") { bench in
            let before = try authorised(bench)
            bench.proxy.way = .losing("authorise")
            rest(1)
            let after = try authorised(bench)
            #expect(before < after, "nothing was committed whose answer could be lost")
        },
        DatabaseFault("it answers too late", ["database_slow", "database_unavailable"]) { bench in
            bench.proxy.way = .slow(2.6)
            rest(2.7)
        },
        DatabaseFault("it falls silent", ["database_slow", "database_unavailable"]) { bench in
            bench.proxy.way = .held
            rest(2.7)
        },
        DatabaseFault("somebody holds the table of cards", ["database_slow"]) { bench in
            try hold(bench, "lock table vault.cards in access exclusive mode")
        },
        DatabaseFault(
            "it is read-only",
            strike: { bench in
                try bench.cluster.sql("alter system set default_transaction_read_only = on")
                try bench.cluster.sql("select pg_reload_conf()")
                rest(1.5)
                let answer = try bench.server.get("/readyz")
                #expect(answer.status == 503)
            },
            heal: { bench in
                try bench.cluster.sql("alter system reset default_transaction_read_only")
                try bench.cluster.sql("select pg_reload_conf()")
            }),
        DatabaseFault(
            "no connection is left",
            strike: { bench in
                try bench.cluster.sql("alter role passwright_demo_server connection limit 3")
                try endSessions(bench)
                rest(1)
            },
            heal: { try $0.cluster.sql("alter role passwright_demo_server connection limit -1") }),
        DatabaseFault(
            "an administrator ends every session", strike: { try endSessions($0) }, heal: { _ in }),
        DatabaseFault(
            "it is killed", times: FaultRounds.databaseKills,
            strike: { bench in
                for _ in 0..<FaultRounds.databaseKills {
                    rest(Double.random(in: 0.05...0.3))
                    let file = try bench.cluster.data + "/postmaster.pid"
                    let number = try String(contentsOfFile: file, encoding: .utf8).prefix { $0 != "\n" }
                    kill(try #require(pid_t(number)), SIGKILL)
                    try bench.cluster.start()
                }
            }, heal: { _ in }),
        DatabaseFault(
            "it is stopped at once, and started",
            strike: { bench in
                try bench.cluster.stop(mode: "immediate")
                rest(0.3)
            }, heal: { try $0.cluster.start() }),
    ]

    /// Holds what the statement locks for a second and a half.
    static func hold(_ bench: FaultBench, _ statement: String) throws {
        let url = try bench.cluster.url(role: "postgres")
        try run(["psql", "-XqAt", "-d", url, "-c", "begin; \(statement); select pg_sleep(1.5)"])
    }

    private static func rest(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

    private static func authorised(_ bench: FaultBench) throws -> Int {
        Int(
            try bench.cluster.sql(
                "select count(*) from vault.provisioning_attempts where outcome = 'authorised'"))!
    }

    private static func endSessions(_ bench: FaultBench) throws {
        try bench.cluster.sql(
            "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'passwright_demo_server'")
    }
}
