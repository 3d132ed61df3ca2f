import Foundation
import TestSupport

/// A cluster of one test's own, with the demonstration in it: one that can be stopped.
final class PrivateCluster {
    private let folder: TemporaryFolder
    /// As the demonstration's server role.
    private(set) var serverURL = ""

    init() throws {
        folder = try TemporaryFolder()
        // PostgreSQL's own user has to come through.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
        try start()
        let url = try run([script, "url", place, "drill"])
        try run(["psql", "-X", "-q", try run([script, "url", place]), "-c", "create database drill"])
        try run([
            "bash", "-c", "cd \"$1\" && . deploy/lib.sh && run_sqitch deploy \"$2\"", "sqitch",
            projectFolder.path, url,
        ])
        try run([Demonstration.script("load"), Demonstration.binaries, try Demonstration.keys, url])
        serverURL = try run([script, "url", place, "drill", "passwright_demo_server"])
    }

    deinit { _ = try? run([script, "remove", place]) }

    func start() throws { try run([script, "start", place, "--fast"]) }
    func stop() throws { try run([script, "stop", place]) }

    private var script: String { projectFolder.appendingPathComponent("deploy/cluster").path }
    private var place: String { folder.url.appendingPathComponent("cluster").path }
}
