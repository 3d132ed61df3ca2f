import Foundation
import TestSupport
import Testing
import Wallet

@Suite(.enabled(if: builtBinary("passwright-conformance") != nil, "\(notBuilt)"), .serialized)
struct ProgramTests {
    private func conformance(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> ProgramOutcome {
        try runProgram(builtBinary("passwright-conformance")!, arguments, environment: environment)
    }

    @Test(arguments: [
        ["--unknown"], ["word"], ["--only"], ["--only", "PROV-X-*"], ["--profile", "all"], ["--repeat", "0"],
        ["--only", "PROV-P-001,PROV-X-*"], ["--only", "PROV-P-001,"], ["--except", "PROV-X-*"],
        ["--only", "PROV-P-001", "--except", "PROV-P-*"], ["--repeat", "101"], ["--repeat", "two"],
        ["--url", "ftp://example.org"],
        ["--url", "http://u:p@example.org"],
        ["--fixtures", "/nowhere/fixtures.json"],
        ["--url", "http://127.0.0.1:1", "--url", "http://127.0.0.1:1"],
        ["--url", "http://127.0.0.1:1", "--card", "no-uuid"],
        ["--url", "http://127.0.0.1:1", "--patience", "61"],
        ["--url", "http://127.0.0.1:1", "--token", "a", "--token-file", "b"],
        ["--url", "http://127.0.0.1:1", "--repeat", "2", "--stop-command", "true"],
        ["--url", "http://127.0.0.1:1", "--html", "/nowhere/report.html"],
        ["--url", "http://127.0.0.1:1", "--junit", "/"],
        ["--url", "http://127.0.0.1:1", "--json", "-", "--html", "-"],
    ])
    func `wrong usage ends with 2 and one sentence`(arguments: [String]) throws {
        let outcome = try conformance(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("passwright-conformance: "))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test func `several cases are named with commas between, and what names none is said`() throws {
        let list = try conformance(["--list", "--only", "PROV-P-001,PROV-P-085", "--only", "chain.accepted"])
        #expect(list.code == 0)
        for name in ["PROV-P-001", "PROV-P-085", "PROV-P-105"] { #expect(list.output.contains(name)) }
        #expect(!list.output.contains("PROV-P-060"))
        let slip = try conformance(["--list", "--only", "PROV-P-001,PROV-P-0O1"])
        #expect(slip.errors.contains("no case is called \"PROV-P-0O1\""))
        let long = String(repeating: "t", count: 41)
        #expect(!(try conformance(["--only", long]).errors.contains(long)))
    }

    @Test func `a word in the wrong place is not repeated`() throws {
        #expect(!(try conformance(["secret-token"]).errors.contains("secret-token")))
    }

    @Test func `a server that is not there ends with 1 and says so`() throws {
        let outcome = try conformance(["--url", "http://127.0.0.1:1"])
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("The server does not answer: nobody listens at this address"))
    }

    @Test func `what a deployment does not give is skipped with the reason`() throws {
        let server = HostileServer(.replies { _ in httpAnswer("200 OK", Array("{}".utf8)) })
        let outcome = try conformance([
            "--url", server.address, "--only", "PROV-P-001", "--only", "PROV-P-085",
        ])
        #expect(outcome.code == 0)
        #expect(
            outcome.output.contains(
                "skipped 1: the fixtures name no certificates with the leaf's private key"))
        #expect(outcome.output.contains("The case passed."))
    }

    @Test func `a token comes from the environment or a file, and goes to the server alone`() throws {
        let heard = Heard()
        let server = HostileServer(
            .replies { request in
                heard.add(String(decoding: request, as: UTF8.self))
                return httpAnswer("404 Not Found", Array("{}".utf8))
            })
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("token")
        try Data("file.token.abcdefgh\n".utf8).write(to: file)
        let base = ["--url", server.address, "--only", "PROV-F-011", "--json", "-"]
        for (arguments, environment, token) in [
            ([], ["CONFORMANCE_TOKEN": "environment.token.abcdefgh"], "environment.token.abcdefgh"),
            (["--token-file", file.path], [:], "file.token.abcdefgh"),
        ] {
            let outcome = try conformance(base + arguments, environment: environment)
            #expect(outcome.code == 1)
            #expect(heard.last.contains("Authorization: Bearer \(token)\r\n"))
            #expect(!(outcome.output + outcome.errors).contains(token))
        }
    }

    @Test func `the list names every profile's cases`() throws {
        let outcome = try conformance(["--list", "--profile", "network-visa"])
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("PROV-P-050") && !outcome.output.contains("PROV-P-051"))
    }

    /// OpenSSL's own server stands for any: it answers every GET with a page.
    @Test func `TLS is spoken, and a certificate that is not trusted is refused`() throws {
        let folder = try TemporaryFolder()
        let (key, certificate) = (folder.url.path + "/key.pem", folder.url.path + "/certificate.pem")
        try run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", key,
            "-out", certificate, "-days", "2", "-subj", "/CN=elsewhere", "-addext",
            "subjectAltName=IP:127.0.0.1",
        ])
        let server = Process()
        server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        server.arguments = [
            "openssl", "s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-www",
        ]
        let log = folder.url.appendingPathComponent("log")
        try Data().write(to: log)
        server.standardOutput = try FileHandle(forWritingTo: log)
        server.standardError = FileHandle.nullDevice
        server.standardInput = Pipe()
        try server.start()
        defer {
            // It may have been started with SIGTERM blocked.
            kill(server.processIdentifier, SIGKILL)
            server.waitForEnd()
        }
        var port: Substring?
        for _ in 0..<200 where port == nil {
            port = try String(contentsOf: log, encoding: .utf8).firstMatch(of: /ACCEPT [^\n]*:([0-9]+)/)?.1
            if port == nil { usleep(50_000) }
        }
        let address = "https://127.0.0.1:\(try #require(port))"
        let arguments = ["--url", address, "--only", "PROV-P-085"]
        let trusted = try conformance(arguments, environment: ["SSL_CERT_FILE": certificate])
        #expect(trusted.code == 0, "\(trusted.output)")
        let stranger = try conformance(arguments)
        #expect(stranger.code == 1)
        #expect(stranger.output.contains("TLS: the server's certificate is refused: self-signed certificate"))
        // The same server by a name for which the certificate is not.
        let other = try conformance(
            ["--url", address.replacing("127.0.0.1", with: "localhost"), "--only", "PROV-P-085"],
            environment: ["SSL_CERT_FILE": certificate])
        #expect(other.code == 1)
        #expect(other.output.contains("TLS: the server's certificate is refused: hostname mismatch"))
    }
}

private final class Heard: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: [String] = []
    var last: String { lock.withLock { texts.last ?? "" } }
    func add(_ text: String) { lock.withLock { texts.append(text) } }
}
