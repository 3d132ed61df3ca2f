import Foundation
import TestSupport
import Testing

// The database, wrong in one way at a time. What belongs to the whole cluster is tried on a cluster of its own.
extension DoctorTests {
    @Test(arguments: [("createdb", "may make roles or databases"), ("bypassrls", "bypass row security")])
    func `a role with another power is no role for a server`(power: String, found: String) throws {
        try withRole("login \(power) in role passwright_server") { url in
            let (code, report) = try report(["DATABASE": url])
            #expect(code == 1 && report.verdict("database role") == "bad")
            #expect(report.found("database role").contains(found))
            #expect(!report.remedy("database role").isEmpty)
        }
    }

    @Test func `a role that owns the tables is no role for a server`() throws {
        try withRole("login in role passwright_owner, passwright_server") { url in
            let (code, report) = try report(["DATABASE": url])
            #expect(code == 1 && report.found("database role").hasSuffix("owns the tables"))
        }
    }

    @Test func `a role that may not use the schema is told what it lacks`() throws {
        try withRole("login") { url in
            try database.sql("grant connect on database \(database.name) to public")
            defer { _ = try? database.sql("revoke connect on database \(database.name) from public") }
            let (code, report) = try report(["DATABASE": url])
            #expect(code == 1 && report.found("schema").contains("grant it passwright_server"))
        }
    }

    private func withRole(_ powers: String, _ body: (String) throws -> Void) throws {
        let role = "doctor_" + database.name.suffix(12)
        try database.sql("create role \(role) \(powers)")
        defer { _ = try? database.sql("drop role \(role)") }
        try body(TestCluster.url(database: database.name, role: role))
    }

    @Test(arguments: [("0, 0", "leads to schema version 0"), ("9, 9", "leads to schema version 9")])
    func `a schema of another time is found`(versions: String, found: String) throws {
        let own = try Demonstration.database()
        let definition = try own.sql("select pg_get_functiondef('server.readiness()'::regprocedure)")
        let changed = definition.replacing(/SELECT \d+,\s+\d+,/, with: "SELECT \(versions),")
        try #require(changed != definition)
        try own.sql("set role passwright_owner; \(changed)")
        let url = TestCluster.url(database: own.name, role: "passwright_demo_server")
        try expectBad("schema", ["DATABASE": url], found: found)
    }

    @Test(arguments: [(6, false), (-6, false), (3, true)])
    func `a clock apart from the database's is found`(seconds: Int, isGood: Bool) throws {
        let own = try Demonstration.database()
        // What the server's role takes for the clock in this database.
        try own.sql(
            """
            create schema skewed; grant usage on schema skewed to public;
            create function skewed.clock_timestamp() returns timestamptz language sql
              return pg_catalog.clock_timestamp() + interval '\(seconds) s';
            alter role passwright_demo_server in database \(own.name) set search_path = skewed, pg_catalog
            """)
        let url = TestCluster.url(database: own.name, role: "passwright_demo_server")
        if isGood {
            #expect(try report(["DATABASE": url]).report.verdict("clock") == "good")
        } else {
            try expectBad("clock", ["DATABASE": url], found: " s from the database's")
        }
    }

    @Test func `an administrator whose mistakes would be logged is named`() throws {
        let role = "admin_" + database.name.suffix(12)
        try database.sql("create role \(role) login in role passwright_admin")
        defer { _ = try? database.sql("drop role \(role)") }
        try expectWarning("administrators' mistakes", found: "\(role)")
        try database.sql("alter role \(role) set log_min_messages = 'error'")
        try expectWarning("administrators' mistakes", found: "\(role)")
        try database.sql("alter role \(role) set log_min_messages = 'panic'")
        #expect(try report().report.verdict("administrators' mistakes") == "good")
    }

    @Test func `an administrator whose open transaction would never end is named`() throws {
        let role = "admin_" + database.name.suffix(12)
        try database.sql("create role \(role) login in role passwright_admin")
        defer { _ = try? database.sql("drop role \(role)") }
        let setting = "alter role \(role) set idle_in_transaction_session_timeout ="
        try expectWarning("open transactions", found: "\(role)")
        for endless in ["'0'", "'0ms'"] {
            try database.sql("\(setting) \(endless)")
            try expectWarning("open transactions", found: "\(role)")
        }
        try database.sql("\(setting) '30s'")
        #expect(try report().report.verdict("open transactions") == "good")
    }

    /// A PAN in the place of an id is in PostgreSQL's own message; only the terminal shows it.
    @Test func `what an administrator typed in the wrong place is not in PostgreSQL's log`() throws {
        let cluster = try PrivateCluster()
        let typed = "2720" + String(Int.random(in: 100_000_000_000..<1_000_000_000_000))
        for statement in [
            "select admin.freeze_card('\(typed)')", "select admin.block_cardholder('\(typed)')",
            "select '\(typed)x'::integer", "selekt \(typed)",
        ] {
            for (role, isLogged) in [("passwright_demo_admin", false), ("postgres", true)] {
                let before = try cluster.log.count(of: typed)
                let outcome = try runProgram(
                    URL(fileURLWithPath: "/usr/bin/env"),
                    ["psql", "-X", try cluster.url(role: role), "-c", statement])
                #expect(outcome.code == 1 && outcome.errors.contains(typed))
                // A syntax error shows the place only in the statement, which is not logged for anybody.
                let told = isLogged && !statement.hasPrefix("selekt") ? 1 : 0
                #expect(try cluster.log.count(of: typed) == before + told, "\(statement) by \(role)")
            }
        }
    }

    @Test(arguments: [
        ("postgresql://[bad/x", "is no connection string"),
        ("postgresql://u@nowhere.invalid/x", "name of its host is not known"),
        ("postgresql://u@127.0.0.1:1/x", "nobody listens at its host and port"),
        ("postgresql:///x?host=/nowhere&user=u", "no PostgreSQL at its unix socket"),
        ("postgresql:///NAME?host=SOCKETS&user=nobody_there", "does not let the role in"),
        ("postgresql:///no_such_database?host=SOCKETS&user=ROLE", "no database of that name"),
        ("postgresql:///NAME?host=SOCKETS&user=ROLE", "may not connect to that database"),
        ("postgresql:///postgres?host=SOCKETS&user=ROLE", "no connection left"),
        (
            "postgresql:///postgres?host=SOCKETS&user=postgres&target_session_attrs=read-only",
            "as target_session_attrs wants it"
        ),
    ])
    func `what comes in the way of a connection is said, with what to do, and nothing of the string`(
        url: String, found: String
    ) throws {
        try withRole(found.contains("left") ? "login connection limit 0" : "login") { roleURL in
            let names = URLComponents(string: roleURL).map { ($0.user, $0.queryItems?.first?.value) }
            let role = try #require(names?.0)
            let sockets = try #require(names?.1)
            let own = url.replacing("NAME", with: database.name).replacing("SOCKETS", with: sockets)
                .replacing("ROLE", with: role)
            try expectBad("database", ["DATABASE": own], found: found)
            #expect(!(try report(["DATABASE": own]).report.found("database").contains(role)))
        }
    }

    @Test(.enabled(if: PrivateCluster.outwardAddress != nil, "this machine has no address but loopback"))
    func `a database on another machine without TLS, and one that may lose what it committed, is found`()
        throws
    {
        let cluster = try PrivateCluster()
        try cluster.sql("alter role passwright_demo_server password 'right'")
        let tcp = try cluster.listen(onAddress: try #require(PrivateCluster.outwardAddress))
        // A fast cluster does not wait for the disk.
        let unsafe: Set<String> = ["fsync", "full_page_writes"]
        for check in unsafe {
            try expectBad(check, ["DATABASE": tcp], found: "off", also: unsafe.union(["database TLS"]))
        }
        try expectBad("database TLS", ["DATABASE": tcp], found: "on another machine", also: unsafe)
        let (_, report) = try report(["DATABASE": tcp.replacing("=disable", with: "=require")])
        #expect(report.bad() == unsafe && report.found("database TLS") == "on")
        // Its certificate is its own.
        let strict = tcp.replacing(
            "=disable", with: "=verify-full&sslrootcert=/etc/ssl/certs/ca-certificates.crt")
        try expectBad("database", ["DATABASE": strict], found: "the certificate is not believed")

        try run([
            "bash", "-euc",
            "sed -i 's/ trust$/ scram-sha-256/' \"$0/pg_hba.conf\"; kill -HUP \"$(head -n 1 \"$0/postmaster.pid\")\"",
            try cluster.data,
        ])
        try waitUntil { try self.report(["DATABASE": tcp]).report.bad() == ["database"] }
        for (secret, found) in [
            ("", "asks for a password"), ("password=wrong&", "refuses the role's password"),
        ] {
            try expectBad(
                "database", ["DATABASE": tcp.replacing("?", with: "?\(secret)")], found: found)
        }
    }
}

extension String {
    fileprivate func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
