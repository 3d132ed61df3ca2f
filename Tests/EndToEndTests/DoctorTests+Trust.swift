import Foundation
import TestSupport
import Testing
import Wallet

// Certificates, lists and keys, each wrong in one way.
extension DoctorTests {
    // 2030-01-01T00:00:00Z, as of which the doctor is asked.
    private static let time: Int64 = 1_893_456_000
    private static let at = "2030-01-01"

    private func anchor(_ twist: SimulatedPKI.Twist) throws -> [String: String] {
        let pki = try SimulatedPKI.make(now: Self.time, root: twist)
        return ["TRUST_ANCHORS": try file("root.pem", PEM.certificate(pki.root))]
    }

    @Test(arguments: [(91, nil), (90, 90), (31, 90), (30, 30), (8, 30), (7, 7), (0, 7)] as [(Int64, Int?)])
    func `an anchor's days are counted, and 90, 30 and 7 warn`(days: Int64, limit: Int?) throws {
        let changes = try anchor { $0.notAfter = Self.time + days * 86_400 }
        guard let limit else {
            let (code, report) = try report(changes, at: Self.at)
            #expect(code == 0 && report.verdict("trust anchor") == "good")
            return
        }
        try expectWarning("trust anchor", changes, at: Self.at, found: "\(days) days left")
        try expectWarning("trust anchor", changes, at: Self.at, found: ": within \(limit)")
    }

    @Test func `an anchor that is over, or not yet valid, is found`() throws {
        try expectBad(
            "trust anchor", try anchor { $0.notAfter = Self.time - 1 }, at: Self.at,
            found: "not valid since 2029-12-31T23:59:59Z")
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("root.pem"))
        try expectBad(
            "trust anchor", try anchor { $0.notBefore = Self.time + 1 }, at: Self.at,
            found: "not valid before 2030-01-01T00:00:01Z")
    }

    @Test(.enabled(if: SharedData.has("apple-pki/apple-root-ca-g3.pem"), "\(SharedData.missing)"))
    func `Apple's intermediate is public, and its days are counted too`() throws {
        let changes = [
            "TRUST_ANCHORS": SharedData.url("apple-pki/apple-root-ca-g3.pem").path,
            "NONCE_SIGNATURE": "forward", "MODE": "production",
        ]
        let (code, report) = try report(changes, at: "2029-02-04T23:43:24Z")
        #expect(code == 0 && report.verdict("intermediate") == "good")
        #expect(report.found("intermediate").hasSuffix("91 days left (2029-05-06T23:43:24Z)"))
        try expectWarning("intermediate", changes, at: "2029-02-05T23:43:24Z", found: "90 days left")
        try expectWarning("intermediate", changes, at: "2029-05-06T23:43:24Z", found: ": within 7")
        try expectBad("intermediate", changes, at: "2029-05-06T23:43:25Z", found: "not valid since")
        let another = changes.merging(["TRUSTED_INTERMEDIATES": "Another - G6"]) { $1 }
        #expect(try self.report(another).report.found("intermediate").contains("its end is not known here"))
    }

    @Test func `a list that is not current is found, and strict makes it bad`() throws {
        let lists = folder.url.appendingPathComponent("lists")
        try FileManager.default.createDirectory(at: lists, withIntermediateDirectories: false)
        var changes = ["CRL_FOLDER": lists.path]
        try expectWarning("revocation lists", changes, found: "0 read")
        let now = Int64(Date().timeIntervalSince1970)
        let pki = try SimulatedPKI.make(now: now)
        func write(_ time: Int64) throws {
            try Data(pki.leafRevocations([], now: time)).write(to: lists.appendingPathComponent("a.crl"))
        }
        try write(now)
        #expect(try report(changes).report.verdict("revocation lists") == "good")
        try write(now - 400 * 86_400)
        try expectWarning("revocation lists", changes, found: "1 read, 1 not current")
        changes["CRL"] = "strict"
        try expectBad("revocation lists", changes, found: "1 read, 1 not current, strict")
    }

    @Test func `a file of nonce-signature keys that is not there is found`() throws {
        try expectBad(
            "nonce signature", ["NONCE_SIGNATURE": "keys:\(folder.url.path)/none.pem"], found: "none.pem")
    }

    private func keyFolder(_ name: String) throws -> String {
        let path = folder.url.appendingPathComponent(name).path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return path
    }

    @Test func `a vault folder without a key, and one whose key is broken, is found`() throws {
        let keys = try keyFolder("vault")
        try expectBad(
            "vault keys", ["VAULT_KEYS": keys], found: "PASSWRIGHT_VAULT_KEYS", also: ["cards' vault keys"])
        _ = try file("vault/vault-00000000.pem", "x")
        try expectBad(
            "vault keys", ["VAULT_KEYS": keys], found: "vault-00000000.pem", also: ["cards' vault keys"])
    }

    @Test func `an activation key that is none is found`() throws {
        let keys = try keyFolder("activation")
        _ = try file("activation/demo.otp.pem", "x")
        try expectBad("activation keys", ["ACTIVATION_KEYS": keys], found: "demo.otp.pem", also: ["programs"])
    }

    @Test func `any key folder in which others can write, or that is not there, is found`() throws {
        for (setting, check) in [("VAULT_KEYS", "vault folder"), ("ACTIVATION_KEYS", "activation folder")] {
            let copy = folder.url.appendingPathComponent(setting).path
            try run(["cp", "-a", try #require(settings["PASSWRIGHT_" + setting]), copy])
            try run(["chmod", "0702", copy])
            try expectBad(check, [setting: copy], found: "others can write in it")
            try FileManager.default.removeItem(atPath: copy)
            let (code, report) = try report([setting: copy])
            #expect(code == 1 && report.bad().contains(check))
        }
        let replay = try keyFolder("replay")
        _ = try file("replay/key", String(repeating: "k", count: 32))
        #expect(try report(["REPLAY_KEY": replay + "/key"]).code == 0)
        try run(["chmod", "0720", replay])
        try expectBad("replay folder", ["REPLAY_KEY": replay + "/key"], found: "others can write in it")
    }

    @Test func `a place where a server listens already is said, and what is left of one is free`() throws {
        let server = try RunningServer(database: database)
        let port = "127.0.0.1:\(server.port)"
        try expectWarning("listener", ["LISTEN": port], found: "port \(server.port) is taken")
        try expectWarning("metrics listener", ["METRICS_LISTEN": port], found: "port \(server.port) is taken")
        let path = folder.url.appendingPathComponent("socket").path
        let other = Process()
        other.executableURL = builtBinary("passwright")
        other.arguments = ["serve"]
        other.environment = settings.merging(["PASSWRIGHT_LISTEN": "unix:" + path]) { $1 }
        other.standardOutput = FileHandle.nullDevice
        try other.start()
        try waitUntil { FileManager.default.fileExists(atPath: path) }
        try expectWarning("listener", ["LISTEN": "unix:" + path], found: "\(path) is taken")
        kill(other.processIdentifier, SIGKILL)
        other.waitForEnd()
        #expect(try report(["LISTEN": "unix:" + path]).report.found("listener") == "unix:\(path), free")
        #expect(server.stop() == 0)
        #expect(try report(["LISTEN": port]).report.verdict("listener") == "good")
    }

    @Test(arguments: ["2026-02-30", "tomorrow"])
    func `a time that is none is a wrong use`(time: String) throws {
        let outcome = try doctor([:], ["--at", time])
        #expect(outcome.code == 2 && outcome.errors.contains("--at must be a time in UTC"))
    }
}
