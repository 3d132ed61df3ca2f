import Foundation
import TestSupport
import Testing
import Wallet

/// A cluster of its own, a network that can be made bad, and a server behind it with key files of its own.
final class FaultBench: Sendable {
    /// The one of the suite that runs.
    @TaskLocal static var current: FaultBench?

    let cluster: PrivateCluster
    let proxy: Proxy
    let server: RunningServer
    let keys: TemporaryFolder
    let table = FaultTable()
    /// What the server holds when it has nothing to do.
    let idle: Resources
    /// The demonstration's settings of a server on this cluster, past the proxy.
    let direct: [String: String]
    private let fixtures: TestDatabase

    init() throws {
        cluster = try PrivateCluster()
        proxy = try Proxy(upstream: try cluster.sockets + "/.s.PGSQL.5432")
        keys = try TemporaryFolder()
        try run(["cp", "-a", Demonstration.keys + "/.", keys.url.path])
        fixtures = try Demonstration.database()
        let original = try Demonstration.keys
        direct = try Demonstration.settings(fixtures).mapValues { [keys] in
            $0.replacing(original, with: keys.url.path)
        }.merging([
            "PASSWRIGHT_DATABASE": cluster.serverURL, "PASSWRIGHT_CALLER_ALLOWANCE": "1000000",
        ]) { $1 }
        let url = "postgresql://passwright_demo_server@127.0.0.1:\(proxy.port)/drill"
        server = try RunningServer(
            database: fixtures, settings: direct.merging(["PASSWRIGHT_DATABASE": url]) { $1 },
            // As nohup would leave it, and more: it heeds them all the same.
            prelude: "trap '' HUP INT TERM")
        idle = try Resources.settled(server)
    }

    func end() {
        proxy.end()
        table.write()
    }

    /// The forms of the private keys that a server reads.
    var keyMarks: [String] {
        get throws {
            let files = FileManager.default.enumerator(at: keys.url, includingPropertiesForKeys: nil)
            return try (files?.allObjects as? [URL] ?? []).flatMap { file -> [String] in
                guard !file.hasDirectoryPath else { return [] }
                let contents = try Data(contentsOf: file)
                guard let text = String(data: contents, encoding: .utf8) else {
                    return Marks.of([UInt8](contents))
                }
                if file.pathExtension == "wsd" { return text.split(separator: " ").map(String.init) }
                guard text.contains("PRIVATE KEY") else { return [] }
                return text.split(separator: "\n").filter { $0.count >= 16 && !$0.hasPrefix("-") }.map(
                    String.init)
            }
        }
    }

    /// Another server on the same cluster.
    func another(_ settings: [String: String]) throws -> RunningServer {
        try RunningServer(
            database: fixtures, settings: direct.merging(settings) { $1 }, fixtures: server.fixtures)
    }
}

/// Gives a suite its bench, and takes it away again.
struct FaultBenchTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let bench = try FaultBench()
        defer { bench.end() }
        try await FaultBench.$current.withValue(bench) { try await function() }
    }
}
