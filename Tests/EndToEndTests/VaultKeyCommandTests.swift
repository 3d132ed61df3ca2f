import Cryptography
import Foundation
import TestSupport
import Testing
import Vault

private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

@Suite(.enabled(if: builtBinary("passwright") != nil, "\(notBuilt)"))
struct VaultKeyCommandTests {
    @Test func `keygen makes two files, prints the key's id and says nothing else`() throws {
        let folder = try KeyFolder()
        #expect(folder.id.count == 8)
        #expect(try mode(folder.privateKey) == 0o400)
        #expect(try mode(folder.publicKey) == 0o444)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
        let half = try P256.PublicKey(pem: [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.publicKey))))
        #expect(try "\(VaultPublicKey(half).id)" == folder.id)
    }

    @Test func `keygen makes a folder that only its owner may enter`() throws {
        let temporary = try TemporaryFolder()
        let path = temporary.url.path + "/keys"
        #expect(try vault(["keygen", "--folder", path]).code == 0)
        #expect(try mode(path) == 0o700)
    }

    @Test func `keygen where no folder can be is wrong configuration`() throws {
        let temporary = try TemporaryFolder()
        let outcome = try vault(["keygen", "--folder", temporary.url.path + "/missing/keys"])
        #expect(outcome.code == 78)
        #expect(outcome.output == "")
    }

    @Test func `check finds good keys good, and names the newest`() throws {
        let folder = try KeyFolder()
        let newer = try vault(["keygen", "--folder", folder.path]).output.trimmingCharacters(in: .newlines)
        let checked = try vault(["check", "--keys", folder.path])
        #expect(checked.code == 0)
        #expect(checked.output.contains("vault-\(folder.id)  good  opens\n"))
        #expect(checked.output.contains("vault-\(newer)  good  seals and opens\n"))
        #expect(try vault(["check"], environment: ["PASSWRIGHT_VAULT_KEYS": folder.path]).code == 0)
    }

    @Test(arguments: [0o440, 0o404, 0o420, 0o402, 0o600])
    func `check refuses a private key that others may read or write`(permissions: Int) throws {
        let folder = try KeyFolder()
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions], ofItemAtPath: folder.privateKey)
        let checked = try vault(["check", "--keys", folder.path])
        #expect(checked.code == (permissions == 0o600 ? 0 : 1))
        #expect(
            checked.output.contains("vault-\(folder.id).pem can be read by others") == (permissions != 0o600))
    }

    @Test func `check refuses a key under another's name`() throws {
        let folder = try KeyFolder()
        try FileManager.default.moveItem(
            atPath: folder.privateKey, toPath: folder.path + "/vault-00000000.pem")
        let checked = try vault(["check", "--keys", folder.path])
        #expect(checked.code == 1)
        #expect(checked.output.contains("vault-00000000.pem is the key \(folder.id)"))
        #expect(checked.output.contains("vault-\(folder.id).pem is not there"))
    }

    @Test func `check refuses a public half that is missing, another's or no key`() throws {
        let folder = try KeyFolder()
        let other = try KeyFolder()
        try FileManager.default.removeItem(atPath: folder.publicKey)
        #expect(try vault(["check", "--keys", folder.path]).output.contains("pub.pem cannot be read"))
        try FileManager.default.copyItem(atPath: other.publicKey, toPath: folder.publicKey)
        #expect(try vault(["check", "--keys", folder.path]).output.contains("is another key's half"))
        try FileManager.default.removeItem(atPath: folder.publicKey)
        try Data("no key".utf8).write(to: URL(fileURLWithPath: folder.publicKey))
        let checked = try vault(["check", "--keys", folder.path])
        #expect(checked.output.contains("is not a P-256 key in PEM"))
        #expect(checked.code == 1)
    }

    @Test func `check of a folder that is missing or empty is wrong configuration`() throws {
        let temporary = try TemporaryFolder()
        #expect(try vault(["check", "--keys", temporary.url.path]).code == 78)
        #expect(try vault(["check", "--keys", temporary.url.path + "/missing"]).code == 78)
    }

    static let wrongUsage: [[String]] = [
        [], ["open"], ["keygen"], ["keygen", "--folder"], ["keygen", "--folder", "a", "--folder", "b"],
        ["keygen", "more"], ["seal"], ["seal", "--public-key", "a", "--keys", "b"], ["check", "--verbose"],
        ["rewrap"], ["rewrap", "--keys", "a", "--to"],
    ]

    @Test(arguments: wrongUsage)
    func `wrong usage is 2`(arguments: [String]) throws {
        let outcome = try vault(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.output == "")
        #expect(outcome.errors != "")
    }

    @Test(arguments: [
        ["--help"], ["keygen", "--help"], ["seal", "--help"], ["rewrap", "--help"], ["check", "--help"],
    ])
    func `help is printed and good`(arguments: [String]) throws {
        let outcome = try vault(arguments)
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("usage: passwright vault"))
    }
}
