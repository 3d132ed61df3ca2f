import Foundation
import TestSupport
import Testing

/// The doctor on the demonstration's deployment, healthy and with one thing wrong at a time.
@Suite(.serialized, .enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct DoctorTests {
    struct Report: Decodable {
        struct Check: Decodable {
            let check, verdict, found: String
            let remedy: String?
        }
        let good: Bool
        let checks: [Check]

        func bad() -> Set<String> { Set(checks.filter { $0.verdict == "bad" }.map(\.check)) }
        func verdict(_ check: String) -> String { checks.first { $0.check == check }?.verdict ?? "" }
        func found(_ check: String) -> String { checks.first { $0.check == check }?.found ?? "" }
        func remedy(_ check: String) -> String { checks.first { $0.check == check }?.remedy ?? "" }
    }

    private static let shared = Result { try Demonstration.database() }
    let database: TestDatabase
    let settings: [String: String]
    let folder: TemporaryFolder

    init() throws {
        database = try Self.shared.get()
        settings = try Demonstration.settings(database)
        folder = try TemporaryFolder()
    }

    func doctor(
        _ changes: [String: String] = [:], _ arguments: [String] = ["--json"]
    ) throws -> ProgramOutcome {
        var environment = settings
        for (name, value) in changes { environment["PASSWRIGHT_" + name] = value }
        return try runProgram(
            #require(builtBinary("passwright")), ["doctor"] + arguments, environment: environment)
    }

    func report(
        _ changes: [String: String] = [:], at time: String? = nil
    ) throws -> (code: Int32, report: Report) {
        let outcome = try doctor(changes, ["--json"] + (time.map { ["--at", $0] } ?? []))
        #expect(outcome.errors.isEmpty)
        return (outcome.code, try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8)))
    }

    func expectBad(
        _ check: String, _ changes: [String: String] = [:], at time: String? = nil, found: String,
        also others: Set<String> = [], code: Int32 = 1, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let (exit, report) = try report(changes, at: time)
        #expect(exit == code && !report.good, sourceLocation: location)
        #expect(report.bad() == others.union([check]), sourceLocation: location)
        #expect(report.found(check).contains(found), "\(report.found(check))", sourceLocation: location)
        #expect(!report.remedy(check).isEmpty, sourceLocation: location)
    }

    /// The same of what works and someone should know of.
    func expectWarning(
        _ check: String, _ changes: [String: String] = [:], at time: String? = nil, found: String,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let (exit, report) = try report(changes, at: time)
        #expect(exit == 0 && report.good, sourceLocation: location)
        #expect(report.verdict(check) == "warning", sourceLocation: location)
        #expect(report.found(check).contains(found), "\(report.found(check))", sourceLocation: location)
        #expect(!report.remedy(check).isEmpty, sourceLocation: location)
    }

    func file(_ name: String, _ text: String, mode: Int = 0o400) throws -> String {
        let path = folder.url.appendingPathComponent(name).path
        _ = FileManager.default.createFile(
            atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
        return path
    }

    @Test func `a deployment as it should be is good in every check, and development is said`() throws {
        let (code, report) = try report()
        #expect(code == 0 && report.good && report.bad().isEmpty)
        let warned = report.checks.filter { $0.verdict == "warning" }.map(\.check)
        // The demonstration has a program without activation data.
        #expect(warned == ["mode", "pinned roots", "programs"])
        let looked = Set(report.checks.map(\.check))
        #expect(
            looked.isSuperset(of: [
                "settings", "trust anchor", "intermediate", "nonce signature", "vault keys",
                "activation keys", "replay key",
                "vault folder", "JWKS", "listener", "OpenSSL", "libpq", "libmicrohttpd", "jansson", "schema",
                "database role", "database TLS", "clock", "statement_timeout", "lock_timeout",
                "idle_in_transaction_session_timeout", "log_min_error_statement", "log_parameter_max_length",
                "log_parameter_max_length_on_error", "log_error_verbosity", "password_encryption", "fsync",
                "full_page_writes", "synchronous_commit", "administrators' mistakes", "open transactions",
                "programs",
                "cards' vault keys",
            ]))
        #expect(report.found("OpenSSL").hasPrefix("3."))
        #expect(report.found("cards' vault keys") == "1 in use, each with its file")
    }

    @Test func `a person gets one line a check, without colours where it is no terminal`() throws {
        let outcome = try doctor([:], [])
        #expect(outcome.code == 0 && !outcome.output.contains("\u{1b}"))
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.allSatisfy { !$0.hasPrefix("BAD") } && lines.last?.hasSuffix(" 0 bad") == true)
    }

    @Test func `settings that are wrong are all named, and the rest is looked at`() throws {
        let outcome = try doctor(["WORKERS": "0", "JWKS": "", "TYPO": "x", "DATABASE": ""])
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        #expect(outcome.code == 78 && report.bad() == ["settings"])
        let mistakes = report.checks.filter { $0.check == "settings" }.map(\.found)
        #expect(
            mistakes.sorted() == [
                "PASSWRIGHT_DATABASE is not set.", "PASSWRIGHT_JWKS is not set.",
                "PASSWRIGHT_TYPO is not a setting: passwright serve --help lists them.",
                "PASSWRIGHT_WORKERS must be a number from 1 to 64.",
            ])
        #expect(report.found("vault keys").hasPrefix("1 open: "))
        #expect(!report.checks.contains { $0.check == "JWKS" || $0.check == "schema" })
    }

    @Test func `several things that are wrong are each found in one run`() throws {
        let (code, report) = try report([
            "REPLAY_KEY": try file("short", "x"), "TRUST_ANCHORS": try file("root.pem", "x"),
            "JWKS": try file("jwks", "{}"),
        ])
        #expect(code == 1 && report.bad() == ["replay key", "trust", "JWKS"])
    }

    @Test func `production mode takes no simulated root`() throws {
        try expectBad("pinned roots", ["MODE": "production"], found: "which production mode refuses")
    }

    @Test(.enabled(if: SharedData.has("apple-pki/apple-root-ca-g3.pem"), "\(SharedData.missing)"))
    func `Apple's root wants a nonce-signature policy that can work`() throws {
        let root = SharedData.url("apple-pki/apple-root-ca-g3.pem").path
        try expectBad("nonce signature", ["TRUST_ANCHORS": root], found: "Apple's leaf cannot sign")
        let (code, report) = try report([
            "TRUST_ANCHORS": root, "NONCE_SIGNATURE": "forward", "MODE": "production",
        ])
        #expect(code == 0 && report.checks.allSatisfy { $0.verdict == "good" || $0.check == "programs" })
    }

    @Test func `key files and folders that others can read or write are found`() throws {
        let key = try file("replay.key", String(repeating: "k", count: 32), mode: 0o440)
        try expectBad("replay key", ["REPLAY_KEY": key], found: "can be read by others")
        let keys = try #require(settings["PASSWRIGHT_VAULT_KEYS"])
        let copy = folder.url.appendingPathComponent("vault").path
        try run(["cp", "-a", keys, copy])
        try run(["chmod", "0720", copy])
        try expectBad("vault folder", ["VAULT_KEYS": copy], found: "others can write in it")
    }

    @Test func `cards that no key file opens are found`() throws {
        let keys = folder.url.appendingPathComponent("vault").path
        try FileManager.default.createDirectory(
            atPath: keys, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        _ = try vault(["keygen", "--folder", keys])
        let id = try database.sql("select vault_key_id from admin.vault_keys")
        try expectBad("cards' vault keys", ["VAULT_KEYS": keys], found: "no key file for \(id)")
    }

    @Test func `a program without its activation key is named`() throws {
        let keys = folder.url.appendingPathComponent("activation").path
        try FileManager.default.createDirectory(
            atPath: keys, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let program = try database.sql(
            "select id from admin.programs where in_app_provisioning and activation_key is not null limit 1")
        try expectBad("programs", ["ACTIVATION_KEYS": keys], found: program)
    }

    @Test func `an address that is not this machine's own is found`() throws {
        try expectBad("listener", ["LISTEN": "0.0.0.0:8080"], found: "is not a loopback address")
        try expectBad(
            "listener", ["LISTEN": "192.0.2.1:8080", "LISTEN_ANYWHERE": "yes"],
            found: "an address that this machine does not have")
        try expectBad(
            "listener", ["LISTEN": "unix:\(folder.url.path)/none/socket"], found: "folder that is not there")
    }

    @Test func `a database that is away, or without the schema, is found`() throws {
        try expectBad(
            "database", ["DATABASE": "postgresql:///none?host=\(folder.url.path)"],
            found: "there is no PostgreSQL at its unix socket")
        let home = TestCluster.url(database: "postgres", role: "passwright_demo_server")
        let (code, report) = try report(["DATABASE": home])
        #expect(code == 1 && report.bad() == ["schema", "programs", "cards' vault keys"])
    }

    @Test func `a superuser is no role for a server`() throws {
        let (code, report) = try report(["DATABASE": database.url])
        #expect(code == 1 && report.bad().contains("database role"))
        #expect(report.found("database role").contains("superuser"))
        #expect(report.bad().contains("statement_timeout") && report.found("statement_timeout") == "no limit")
    }

    // Of the role in this database alone: the cluster is shared.
    @Test(arguments: [
        ("statement_timeout", "2001ms", false), ("statement_timeout", "1999ms", true),
        ("lock_timeout", "501ms", false), ("idle_in_transaction_session_timeout", "0", false),
        ("log_error_verbosity", "default", false), ("log_min_error_statement", "error", false),
        ("log_parameter_max_length", "-1", false), ("log_parameter_max_length_on_error", "10", false),
        ("password_encryption", "md5", false), ("synchronous_commit", "off", false),
        ("synchronous_commit", "local", true),
    ])
    func `a parameter that is not as it has to be is found, with the SQL that sets it`(
        name: String, value: String, isGood: Bool
    ) throws {
        let role = "role passwright_demo_server in database \(database.name)"
        try database.sql("alter \(role) set \(name) = '\(value)'")
        defer { _ = try? database.sql("alter \(role) reset \(name)") }
        let (code, report) = try report()
        #expect(code == (isGood ? 0 : 1) && report.bad() == (isGood ? [] : [name]))
        if !isGood { #expect(report.remedy(name).contains("set \(name) = ")) }
    }

    @Test func `no secret is printed, and a PAN never`() throws {
        for arguments in [[], ["--json"]] {
            let output = try doctor([:], arguments).output
            for pan in Demonstration.pans { #expect(!output.contains(pan)) }
            #expect(!output.contains("BEGIN") && !output.contains("eyJ"))
        }
    }

    @Test func `another use is refused`() throws {
        let outcome = try doctor([:], ["--fix"])
        #expect(outcome.code == 2 && outcome.output.isEmpty)
        #expect(
            outcome.errors == "passwright: --fix is not known here. passwright doctor --help tells more.\n")
    }
}
