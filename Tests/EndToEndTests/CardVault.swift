import Cryptography
import Foundation
import Glibc
import TestSupport
import Testing
import Vault

/// The demonstration's database with a folder of vault keys of its own, as a custodian works on them.
final class CardVault: Sendable {
    let database: TestDatabase
    let firstKey: String
    /// How many cards the demonstration has.
    let cards: Int
    private let folder: TemporaryFolder

    init() throws {
        database = try Demonstration.database()
        folder = try TemporaryFolder()
        try run(["cp", "-a", Demonstration.keys + "/vault", folder.url.path])
        firstKey = try database.sql("select vault_key_id from admin.vault_keys")
        cards = try #require(Int(database.sql("select count(*) from vault.cards")))
    }

    var path: String { folder.url.path + "/vault" }

    /// A new key beside the others; its id.
    func keygen() throws -> String {
        try vault(["keygen", "--folder", path]).output.trimmingCharacters(in: .newlines)
    }

    /// Moves a key's files away, as an operator retires it.
    func retire(_ key: String) throws {
        for ending in ["pem", "pub.pem"] {
            try FileManager.default.moveItem(
                atPath: "\(path)/vault-\(key).\(ending)",
                toPath: "\(folder.url.path)/retired-\(key).\(ending)")
        }
    }

    func environment(role: String = "passwright_demo_custodian") -> [String: String] {
        [
            "PASSWRIGHT_DATABASE": TestCluster.url(database: database.name, role: role),
            "PASSWRIGHT_VAULT_KEYS": path,
        ]
    }

    func rewrap(
        _ arguments: [String] = [], role: String = "passwright_demo_custodian"
    ) throws -> ProgramOutcome {
        try vault(["rewrap"] + arguments, environment: environment(role: role))
    }

    static let bob = "00000000-0000-4000-8000-000000000b0b"
    static func card(_ number: Int) -> String {
        "c0c00000-0000-4000-8000-" + String(repeating: "0", count: 12 - "\(number)".count) + "\(number)"
    }

    /// Gives Bob so many active cards more, numbered from 1; `key` seals them.
    func addCards(_ count: Int, key: String) throws {
        let lines = (1...count).map {
            "\(Self.card($0)),\(Self.bob),visa-debit,4000056655665556,2030-12,BOB EXAMPLE,active"
        }
        let sealed = try vault(
            ["seal", "--csv", "--public-key", "\(path)/vault-\(key).pub.pem"],
            input: "card_id,cardholder_id,program_id,pan,expiry,cardholder_name,status\n"
                + lines.joined(separator: "\n"))
        try #require(sealed.code == 0, "\(sealed.errors)")
        let loaded = try runProgram(
            URL(fileURLWithPath: "/usr/bin/env"),
            [
                "psql", "-Xq", "-v", "ON_ERROR_STOP=1", "-d", database.url, "-c",
                "copy admin.card_load from stdin with (format csv, header match)", "-c",
                "select admin.add_loaded_cards()",
            ], input: Array(sealed.output.utf8))
        try #require(loaded.code == 0, "\(loaded.errors)")
    }

    /// Bob's card sealed for a later expiry, as `admin.renew_card` takes it.
    func renewal(of number: Int, key: String, expiry: String) throws -> String {
        try vault(
            ["seal", "--public-key", "\(path)/vault-\(key).pub.pem"],
            input: "\(Self.card(number)),\(Self.bob),4000056655665556,\(expiry)"
        ).output.trimmingCharacters(in: .newlines)
    }

    /// Cards by key, as `id|cards|loaded`.
    func keys() throws -> [String] {
        try database.sql("select * from admin.vault_keys order by cards desc").split(separator: "\n").map(
            String.init)
    }

    /// The keys of the folder, opened.
    func opened() throws -> Vault {
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        return try Vault(
            keys: names.filter { $0.hasSuffix(".pem") && !$0.hasSuffix(".pub.pem") }.map { name in
                let pem = try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))
                return try FileVaultKey(pem: SecretBytes(copying: [UInt8](pem)))
            })
    }
}

extension RunningServer {
    /// SIGHUP, and its files are read again when this returns.
    func reload() throws {
        let length = logLength
        kill(process.processIdentifier, SIGHUP)
        try waitUntil { events("reloaded", from: length).count == 1 }
    }
}

/// Asks until it is so, for at most so many seconds.
func waitUntil(seconds: Double = 20, _ isSo: () throws -> Bool) throws {
    let end = Date(timeIntervalSinceNow: seconds)
    while try !isSo() {
        try #require(Date() < end, "it did not come to pass")
        Thread.sleep(forTimeInterval: 0.01)
    }
}
