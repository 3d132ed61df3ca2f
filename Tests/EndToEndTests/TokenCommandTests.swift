import Bearer
import Foundation
import TestSupport
import Testing

private func token(_ arguments: [String], mode: String = "development") throws -> ProgramOutcome {
    try runProgram(
        #require(builtBinary("passwright")), ["token"] + arguments, environment: ["PASSWRIGHT_MODE": mode])
}

/// A development issuer's folder, made by the command itself.
private struct IssuerFolder {
    let temporary = try! TemporaryFolder()
    var path: String { temporary.url.path }
    var key: String { "\(path)/token-signing.pem" }

    init() throws {
        let made = try token(["keygen", "--folder", path])
        try #require(made.code == 0, "\(made.errors)")
    }

    /// Whom the server takes the printed token for.
    func caller(
        _ output: String, issuer: String, audience: String, claim: String, in seconds: Int64 = 0
    ) throws -> String {
        let jwks = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/jwks.json")))
        let verifier = TokenVerifier(
            keys: try KeySet(jwks: jwks), issuer: issuer, audience: audience, cardholderClaim: claim)
        #expect(output.hasSuffix("\n"))
        return try verifier.verify(
            authorization: Array("Bearer \(output.dropLast())".utf8),
            now: Int64(Date().timeIntervalSince1970) + seconds
        ).id
    }
}

@Suite(.enabled(if: builtBinary("passwright") != nil, "\(notBuilt)"))
struct TokenCommandTests {
    @Test func `the server takes a minted token for the cardholder that was named`() throws {
        let folder = try IssuerFolder()
        let minted = try token(["--cardholder", #"al"ice/ü"#, "--key", folder.key])
        #expect(minted.code == 0)
        #expect(minted.errors.isEmpty)
        let caller = try folder.caller(
            minted.output, issuer: "https://development.invalid", audience: "passwright", claim: "sub")
        #expect(caller == #"al"ice/ü"#)
    }

    @Test func `issuer, audience, claim and lifetime are as they were asked for`() throws {
        let folder = try IssuerFolder()
        let minted = try token([
            "--cardholder=bob", "--key", folder.key, "--issuer", "https://i.example", "--audience", "cards",
            "--claim", "holder", "--expires-in", "60",
        ])
        let caller = { (seconds: Int64) throws in
            try folder.caller(
                minted.output, issuer: "https://i.example", audience: "cards", claim: "holder", in: seconds)
        }
        #expect(try caller(0) == "bob")
        #expect(try caller(60) == "bob")
        // The lifetime and the leeway are over, however slow this machine is.
        #expect(throws: TokenError.expired) { try caller(91) }
    }

    @Test func `a key's name can be another than its thumbprint, and then the set must have it`() throws {
        let folder = try IssuerFolder()
        let minted = try token(["--cardholder", "bob", "--key", folder.key, "--kid", "other"])
        #expect(throws: TokenError.keyUnknown) {
            try folder.caller(
                minted.output, issuer: "https://development.invalid", audience: "passwright", claim: "sub")
        }
    }

    @Test func `keygen makes a key for its owner alone and replaces none`() throws {
        let folder = try IssuerFolder()
        let mode = { (name: String) throws in
            try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")[.posixPermissions]
                as? Int
        }
        #expect(try mode("token-signing.pem") == 0o400)
        #expect(try mode("jwks.json") == 0o444)
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.key))
        let again = try token(["keygen", "--folder", folder.path])
        #expect(again.code == 78)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.key)) == before)
    }

    @Test func `a key is not left behind where its key set is there already`() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: folder.url.appendingPathComponent("jwks.json"))
        #expect(try token(["keygen", "--folder", folder.url.path]).code == 78)
        #expect(
            !FileManager.default.fileExists(
                atPath: folder.url.appendingPathComponent("token-signing.pem").path))
    }

    @Test(arguments: ["production", "", "Development"])
    func `nothing is made or minted outside development mode`(mode: String) throws {
        let folder = try IssuerFolder()
        let minted = try token(["--cardholder", "alice", "--key", folder.key], mode: mode)
        #expect(minted.code == 78)
        #expect(minted.output.isEmpty)
        let made = try token(["keygen", "--folder", "\(folder.path)/more"], mode: mode)
        #expect(made.code == 78)
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/more"))
    }

    @Test(arguments: [
        [], ["--cardholder", "alice"], ["--key", "KEY"], ["--cardholder", "", "--key", "KEY"],
        ["--cardholder", String(repeating: "x", count: 129), "--key", "KEY"],
        ["--cardholder", "alice", "--key", "KEY", "--expires-in", "0"],
        ["--cardholder", "alice", "--key", "KEY", "--expires-in", "2678401"],
        ["--cardholder", "alice", "--key", "KEY", "--expires-in", "-86401"],
        ["--cardholder", "alice", "--key", "KEY", "--expires-in", "9999999999999999999"],
        ["--cardholder", "alice", "--key", "KEY", "--claim", "exp"],
        ["--cardholder", "alice", "--key", "KEY", "--key", "KEY"],
        ["--cardholder", "alice", "--key", "KEY", "--canary"],
        ["--cardholder", "alice", "--key", "KEY", "canary9"], ["--cardholder", "--key", "KEY"],
        ["--help=canary9"], ["keygen"], ["keygen", "--folder"], ["keygen", "--help", "canary9"],
        ["--canary-7f3a9"],
    ])
    func `wrong usage ends with 2 and a sentence that repeats no value`(arguments: [String]) throws {
        let folder = try IssuerFolder()
        let outcome = try token(arguments.map { $0 == "KEY" ? folder.key : $0 })
        #expect(outcome.code == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(!outcome.errors.contains("canary9") && !outcome.errors.contains("7f3a9"))
        #expect(!outcome.errors.contains("alice"))
    }

    @Test func `a cardholder's id of 128 bytes is the longest`() throws {
        let folder = try IssuerFolder()
        let id = String(repeating: "x", count: 128)
        #expect(try token(["--cardholder", id, "--key", folder.key]).code == 0)
    }

    @Test func `a key that others can read is refused`() throws {
        let folder = try IssuerFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o440], ofItemAtPath: folder.key)
        let outcome = try token(["--cardholder", "alice", "--key", folder.key])
        #expect(outcome.code == 78)
        #expect(outcome.errors.contains("chmod 0400"))
    }

    @Test func `a file that is no key is refused without a word of what is in it`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("key").path
        try Data("canary".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
        let outcome = try token(["--cardholder", "alice", "--key", path])
        #expect(outcome.code == 78)
        #expect(outcome.errors.contains("is not a P-256 private key"))
        #expect(!outcome.errors.contains("canary"))
    }

    @Test(arguments: [["--help"], ["keygen", "--help"]])
    func `help is good in any mode`(arguments: [String]) throws {
        let outcome = try token(arguments, mode: "production")
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("usage: passwright token"))
    }
}
