import Foundation
import TestSupport
import Testing
import Wallet

/// The server refuses to start, and its one sentence names the one thing that is wrong.
@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct StartTests {
    private static let shared = Result { try Demonstration.database() }
    private let database: TestDatabase
    private let settings: [String: String]
    private let folder: TemporaryFolder

    init() throws {
        database = try Self.shared.get()
        settings = try Demonstration.settings(database)
        folder = try TemporaryFolder()
    }

    /// Starts a server that must not start, and gives its exit status and what it said.
    private func start(
        _ changes: [String: String?], others: [String: String] = [:]
    ) throws -> ProgramOutcome {
        var environment = settings.merging(others) { $1 }
        for (name, value) in changes { environment["PASSWRIGHT_" + name] = value ?? "" }
        // One that starts after all is ended, so that the test fails instead of waiting for ever.
        return try runProgram(
            URL(fileURLWithPath: "/usr/bin/timeout"), ["20", builtBinary("passwright")!.path, "serve"],
            environment: environment)
    }

    private func expectRefusal(_ changes: [String: String?], saying sentence: String) throws {
        let outcome = try start(changes)
        #expect(outcome.code == 78)
        #expect(outcome.errors == "passwright: \(sentence)\n")
        #expect(outcome.output.isEmpty)
    }

    private func file(_ name: String, _ text: String, mode: Int = 0o400) throws -> String {
        let path = folder.url.appendingPathComponent(name).path
        _ = FileManager.default.createFile(
            atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
        return path
    }

    @Test func `an unknown variable with the prefix is a typing mistake`() throws {
        try expectRefusal(
            ["TRUST_ANCHOR": "x"],
            saying: "PASSWRIGHT_TRUST_ANCHOR is not a setting: passwright serve --help lists them.")
    }

    @Test(arguments: [
        "DATABASE", "TRUST_ANCHORS", "VAULT_KEYS", "ACTIVATION_KEYS", "REPLAY_KEY", "JWKS", "JWT_ISSUER",
        "JWT_AUDIENCE",
    ])
    func `what has no default must be set`(name: String) throws {
        try expectRefusal([name: nil], saying: "PASSWRIGHT_\(name) is not set.")
    }

    @Test(arguments: [
        ("MODE", "test", "must be development or production"), ("PREPARE", "yes", "must be off or on"),
        ("WORKERS", "0", "must be a number from 1 to 64"), ("WORKERS", "65", "must be a number from 1 to 64"),
        ("CALLER_ALLOWANCE", "0", "must be a number from 1 to 1000000"),
        ("NONCE_SIGNATURE", "none", "must be leaf, forward or keys: and a file"),
        ("LISTEN", "8080", "must be host:port or unix: and a path"),
        (
            "LISTEN", "unix:/" + String(repeating: "x", count: 107),
            "must be host:port or unix: and an absolute path of at most 107 bytes"
        ),
        (
            "LISTEN", "0.0.0.0:0",
            "is not a loopback address: PASSWRIGHT_LISTEN_ANYWHERE=yes says that this is meant"
        ),
        (
            "LISTEN", "192.0.2.1:0",
            "is not a loopback address: PASSWRIGHT_LISTEN_ANYWHERE=yes says that this is meant"
        ),
    ])
    func `a value that is out of its range is named`(name: String, value: String, what: String) throws {
        try expectRefusal([name: value], saying: "PASSWRIGHT_\(name) \(what).")
    }

    @Test func `production takes no simulated root`() throws {
        try expectRefusal(
            ["MODE": "production"],
            saying: "PASSWRIGHT_TRUST_ANCHORS holds a root that production mode does not accept: "
                + "only Apple Root CA - G3 is.")
    }

    @Test(.enabled(if: SharedData.has("apple-pki/apple-root-ca-g3.pem"), "\(SharedData.missing)"))
    func `Apple's root wants a nonce-signature policy that can work`() throws {
        let root = SharedData.url("apple-pki/apple-root-ca-g3.pem").path
        try expectRefusal(
            ["TRUST_ANCHORS": root, "NONCE_SIGNATURE": nil],
            saying:
                "PASSWRIGHT_NONCE_SIGNATURE is not set: with Apple's root it must be forward (Apple verifies "
                + "the signature, this server does not) or keys: and a file of public keys.")
        try expectRefusal(
            ["TRUST_ANCHORS": root, "NONCE_SIGNATURE": "leaf"],
            saying:
                "PASSWRIGHT_NONCE_SIGNATURE is leaf, and Apple's leaf cannot sign: with Apple's root it must be "
                + "forward or keys: and a file.")
    }

    @Test func `a key file that is missing, open to others or of the wrong size is named`() throws {
        let missing = folder.url.appendingPathComponent("none").path
        try expectRefusal(
            ["REPLAY_KEY": missing], saying: "PASSWRIGHT_REPLAY_KEY \(missing) is not there.")
        for mode in [0o440, 0o404, 0o420, 0o600 | 0o001] {
            let open = try file("open-\(mode)", String(repeating: "k", count: 32), mode: mode)
            try expectRefusal(
                ["REPLAY_KEY": open],
                saying: "PASSWRIGHT_REPLAY_KEY \(open) can be read by others: chmod 0400 it.")
        }
        for size in [31, 33] {
            let wrong = try file("size-\(size)", String(repeating: "k", count: size))
            try expectRefusal(
                ["REPLAY_KEY": wrong], saying: "PASSWRIGHT_REPLAY_KEY must be a file of exactly 32 bytes.")
        }
    }

    /// A file of 31 bytes as systemd may give it, or not, and whether its mode is taken: then its size is what is wrong.
    @Test(
        .enabled(if: geteuid() == 0, "only root can make a file of root's"),
        arguments: [
            ("credentials/key", 0o440, 0, true), ("credentials/key", 0o444, 0, false),
            ("credentials/key", 0o460, 0, false), ("credentials/key", 0o440, 65_534, false),
            ("credentials/../key", 0o440, 0, false), ("credentials/more/key", 0o440, 0, false),
            ("key", 0o440, 0, false),
        ])
    func `a credential of systemd's may have the mode 0440 in its folder, and nothing else may`(
        name: String, mode: Int, owner: Int, isTaken: Bool
    ) throws {
        let credentials = folder.url.appendingPathComponent("credentials").path
        try FileManager.default.createDirectory(
            atPath: credentials + "/more", withIntermediateDirectories: true)
        let path = try file(name, String(repeating: "k", count: 31), mode: mode)
        try FileManager.default.setAttributes([.ownerAccountID: owner], ofItemAtPath: path)
        let outcome = try start(["REPLAY_KEY": path], others: ["CREDENTIALS_DIRECTORY": credentials])
        #expect(outcome.code == 78)
        #expect(
            outcome.errors
                == (isTaken
                    ? "passwright: PASSWRIGHT_REPLAY_KEY must be a file of exactly 32 bytes.\n"
                    : "passwright: PASSWRIGHT_REPLAY_KEY \(path) can be read by others: chmod 0400 it.\n"))
    }

    @Test func `a vault folder without a key, and a vault key that others can read, are named`() throws {
        let vault = folder.url.appendingPathComponent("vault").path
        try expectRefusal(
            ["VAULT_KEYS": vault], saying: "PASSWRIGHT_VAULT_KEYS \(vault) is not a folder that can be read.")
        try FileManager.default.createDirectory(atPath: vault, withIntermediateDirectories: true)
        try expectRefusal(
            ["VAULT_KEYS": vault],
            saying: "PASSWRIGHT_VAULT_KEYS \(vault) has no key in it: vault keygen makes one.")
        _ = try runProgram(builtBinary("passwright")!, ["vault", "keygen", "--folder", vault])
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: vault).first { !$0.hasSuffix(".pub.pem") })
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: "\(vault)/\(name)")
        try expectRefusal(
            ["VAULT_KEYS": vault],
            saying: "PASSWRIGHT_VAULT_KEYS \(vault)/\(name) can be read by others: chmod 0400 it.")
    }

    @Test(arguments: [
        ("typo.pen", "has a name that says nothing: NAME.otp.pem, NAME.wsd and NAME.tav.pem are known"),
        ("demo.otp.pem", "is not the key that its name says"),
        ("demo.wsd", "is not the key that its name says"),
        ("demo.tav.pem", "is not the key that its name says"),
        ("typed.wsd", "has a check value that is another key's"),
    ])
    func `an activation key that cannot be what its name says is named`(name: String, what: String) throws {
        let keys = folder.url.appendingPathComponent("activation")
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        let mistyped = "900001.1 0123456789abcdeffedcba9876543212 08D7B4"
        let path = try file("activation/" + name, name == "typed.wsd" ? mistyped : "x")
        try expectRefusal(
            ["ACTIVATION_KEYS": keys.path], saying: "PASSWRIGHT_ACTIVATION_KEYS \(path) \(what).")
    }

    @Test func `CRLs that are asked for and not there, or are none, are named`() throws {
        try expectRefusal(
            ["CRL": "strict"], saying: "PASSWRIGHT_CRL is strict, and PASSWRIGHT_CRL_FOLDER is not set.")
        let crls = folder.url.appendingPathComponent("crls")
        try FileManager.default.createDirectory(at: crls, withIntermediateDirectories: true)
        let path = crls.appendingPathComponent("a.crl").path
        try Data("not a list".utf8).write(to: URL(fileURLWithPath: path))
        try expectRefusal(
            ["CRL_FOLDER": crls.path],
            saying: "PASSWRIGHT_CRL_FOLDER \(path) is not a complete CRL in PEM or DER.")
    }

    @Test(arguments: ["{}", "{\"keys\":[]}", "not json"])
    func `a JWKS without a usable key is named`(text: String) throws {
        try expectRefusal(
            ["JWKS": try file("jwks.json", text)],
            saying: "PASSWRIGHT_JWKS is not a JWKS with RS256 or ES256 public keys, each with a kid.")
    }

    @Test(.enabled(if: SharedData.has("apple-pki/apple-root-ca-g3.pem"), "\(SharedData.missing)"))
    func `production takes no tokens of the development issuer`() throws {
        try expectRefusal(
            [
                "MODE": "production", "TRUST_ANCHORS": SharedData.url("apple-pki/apple-root-ca-g3.pem").path,
                "NONCE_SIGNATURE": "forward", "JWT_ISSUER": "https://development.invalid",
            ],
            saying:
                "PASSWRIGHT_JWT_ISSUER is the development issuer, whose tokens production mode does not take."
        )
    }

    @Test func `a port that is taken is named`() throws {
        let server = try RunningServer(database: database)
        try expectRefusal(
            ["LISTEN": "127.0.0.1:\(server.port)"],
            saying: "PASSWRIGHT_LISTEN is taken: something else listens there.")
    }

    @Test func `a database that is away, empty, of another version or not granted is named`() throws {
        try expectRefusal(
            ["DATABASE": "postgresql:///nothing?host=\(folder.url.path)"],
            saying: "PASSWRIGHT_DATABASE does not lead to a database that takes the role's connection.")
        try expectRefusal(
            ["DATABASE": TestCluster.url(database: "postgres", role: "passwright_demo_server")],
            saying: "PASSWRIGHT_DATABASE leads to a database without the schema: sqitch deploy makes it.")
        let older = try TestDatabase()
        try older.sql(
            #"""
            do $$ begin
              execute regexp_replace(pg_get_functiondef('server.readiness()'::regprocedure),
                'SELECT\s+\d+( AS \w+)?,\s+\d+( AS \w+)?,', 'SELECT 0, 0,');
            end $$
            """#)
        if try older.sql("select schema_version from server.readiness()") == "0" {
            try expectRefusal(
                ["DATABASE": TestCluster.url(database: older.name, role: "passwright_demo_server")],
                saying: "PASSWRIGHT_DATABASE leads to schema version 0, and this server needs 1: "
                    + "sqitch deploy brings it there.")
        } else {
            Issue.record("the schema's version could not be set back for this test")
        }
        try database.sql(
            """
            do $$ begin create role passwright_test_stranger login;
            exception when duplicate_object then null; end $$;
            grant connect on database \(database.name) to passwright_test_stranger
            """)
        try expectRefusal(
            ["DATABASE": TestCluster.url(database: database.name, role: "passwright_test_stranger")],
            saying:
                "PASSWRIGHT_DATABASE names a role that may not use the schema: grant it passwright_server.")
    }

    @Test(.enabled(if: SharedData.has("apple-pki/apple-root-ca-g3.pem"), "\(SharedData.missing)"))
    func `production takes no role that owns the tables`() throws {
        try expectRefusal(
            [
                "MODE": "production", "TRUST_ANCHORS": SharedData.url("apple-pki/apple-root-ca-g3.pem").path,
                "NONCE_SIGNATURE": "forward", "DATABASE": database.url,
            ],
            saying: "PASSWRIGHT_DATABASE names a role that owns the tables, which production mode refuses.")
    }

    @Test func `every setting stands in the help with its meaning and default`() throws {
        let help = try runProgram(builtBinary("passwright")!, ["serve", "--help"])
        #expect(help.code == 0)
        for name in [
            "MODE", "LISTEN", "METRICS_LISTEN", "DATABASE", "PREPARE", "WORKERS", "TRUST_ANCHORS",
            "TRUSTED_INTERMEDIATES", "LEAF_NAMES", "CRL_FOLDER", "CRL", "NONCE_SIGNATURE", "VAULT_KEYS",
            "ACTIVATION_KEYS", "REPLAY_KEY", "JWKS", "JWT_ISSUER", "JWT_AUDIENCE", "JWT_CARDHOLDER_CLAIM",
            "CALLER_ALLOWANCE",
        ] { #expect(help.output.contains("  PASSWRIGHT_\(name)\n"), "\(name)") }
        let argument = try runProgram(builtBinary("passwright")!, ["serve", "--port", "1"])
        #expect(argument.code == 2)
    }
}
