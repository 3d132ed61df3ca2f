import Foundation
import Glibc
import TestSupport
import Testing
import Wallet

/// A chain that the server remembers, and what SIGHUP does to that.
@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct RememberedChainTests {
    private let folder: TemporaryFolder
    private let anchors: URL
    private let good: Data
    private let metricsPort: UInt16
    private let server: RunningServer

    init() throws {
        folder = try TemporaryFolder()
        anchors = folder.url.appendingPathComponent("anchors.pem")
        good = try Data(contentsOf: URL(fileURLWithPath: Demonstration.keys + "/pki/root_cert.pem"))
        try good.write(to: anchors)
        metricsPort = try freePort()
        server = try RunningServer(
            database: try Demonstration.database(),
            settings: [
                "PASSWRIGHT_TRUST_ANCHORS": anchors.path,
                "PASSWRIGHT_METRICS_LISTEN": "127.0.0.1:\(metricsPort)",
            ])
    }

    private func provision() throws -> RawAnswer {
        try server.provision(
            server.card("active_visa"), token: server.alice, body: try server.phone().request().json())
    }

    /// Chains remembered, and found and not found since trust was read.
    private func counts() throws -> [Int] {
        let answer = try RawHTTP.send(RawHTTP.request("GET", "/metrics"), port: metricsPort)
        let lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\n")
        return try ["chains", "chain_hits_total", "chain_misses_total"].map { name in
            let start = "passwright_remembered_\(name) "
            return try #require(
                lines.first { $0.hasPrefix(start) }.flatMap { Int($0.dropFirst(start.count)) })
        }
    }

    private func reload(_ pem: Data) throws {
        let before = server.events("reloaded").count
        try pem.write(to: anchors)
        kill(server.process.processIdentifier, SIGHUP)
        try waitUntil { server.events("reloaded").count == before + 1 }
    }

    @Test func `a chain is verified once, and refused at once when SIGHUP takes its root away`() throws {
        for _ in 0..<3 { #expect(try provision().status == 200) }
        #expect(try counts() == [1, 2, 1])

        let stranger = try SimulatedPKI.make(now: Int64(Date().timeIntervalSince1970))
        try reload(Data(PEM.certificate(stranger.root).utf8))
        #expect(try counts() == [0, 0, 0])
        for _ in 0..<2 {
            let refused = try provision()
            #expect(refused.status == 400)
            #expect(refused.reason == "certificate_untrusted")
        }
        #expect(try counts() == [0, 0, 2])

        try reload(good)
        #expect(try provision().status == 200)
        #expect(try counts() == [1, 0, 1])
    }

    @Test func `the attempt's record says which chain was remembered`() throws {
        for expected in ["", "remembered"] {
            let answer = try provision()
            let id = try #require(answer.header("x-request-id"))
            let details = try server.database.sql(
                """
                select string_agg(distinct c.detail, ',') from admin.attempt_checks c
                join admin.attempts a on a.id = c.attempt
                where a.request_id = '\(id)' and c.rule ~ '^C[0-9]+$'
                """)
            #expect(details == expected)
        }
    }
}
