internal import Foundation

/// The cluster that database tests run on: `TEST_DATABASE` is a superuser's URL to it, as `deploy/cluster url` prints.
package enum TestCluster {
    package static let url = ProcessInfo.processInfo.environment["TEST_DATABASE"]

    /// For `.enabled(if: TestCluster.isThere, "\(TestCluster.missing)")`.
    package static let isThere = url != nil
    package static let missing = "TEST_DATABASE names no cluster; deploy/test starts one"

    /// A URL to a database of the cluster for a role.
    package static func url(database: String, role: String) -> String {
        // postgresql://ROLE@HOST/DATABASE?WORDS, of which HOST may be empty.
        let url = url ?? ""
        let afterScheme = url.range(of: "://").map { url[$0.upperBound...] } ?? ""
        let authorityAndPath = afterScheme.prefix { $0 != "?" }
        let host =
            authorityAndPath.prefix { $0 != "/" }.split(separator: "@", omittingEmptySubsequences: false).last
            ?? ""
        return "postgresql://\(role)@\(host)/\(database)\(afterScheme.dropFirst(authorityAndPath.count))"
    }

    static let superuser =
        url?.range(of: "://[^@/]*@", options: .regularExpression).map { range in
            String(url![range].dropFirst(3).dropLast())
        } ?? "postgres"

    /// A database with the whole schema, deployed by sqitch once a test run, and the login role of the tests.
    fileprivate static let template = Result<String, any Error> {
        let name = "passwright_template_\(ProcessInfo.processInfo.processIdentifier)"
        let home = url(database: "postgres", role: superuser)
        try psql(home, "drop database if exists \(name) with (force)")
        try psql(home, "create database \(name)")
        try run(
            ["sqitch", "--chdir", projectFolder.appendingPathComponent("db").path, "deploy", "--verify"]
                + ["db:pg:" + url(database: name, role: superuser).dropFirst("postgresql:".count)],
            environment: ["SQITCH_FULLNAME": "Passwright tests", "SQITCH_EMAIL": "tests@passwright.example"])
        try psql(
            home,
            """
            do $$ begin
              create role \(TestDatabase.serverRole) login in role passwright_server;
            exception when duplicate_object or unique_violation then null;
            end $$
            """)
        return name
    }

    /// Runs SQL; returns what psql prints: unaligned, tuples only.
    @discardableResult
    fileprivate static func psql(_ url: String, _ sql: String) throws -> String {
        try run(["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", sql])
    }
}

/// A database of its own for one test, made from the template and dropped with this object.
package final class TestDatabase: Sendable {
    /// A login role that is granted `passwright_server` and nothing else.
    package static let serverRole = "passwright_test_server"

    package let name: String
    /// As the superuser.
    package var url: String { TestCluster.url(database: name, role: TestCluster.superuser) }
    /// As the server's role.
    package var serverURL: String { TestCluster.url(database: name, role: TestDatabase.serverRole) }

    package init() throws {
        let template = try TestCluster.template.get()
        name = "passwright_test_" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
        try TestCluster.psql(
            TestCluster.url(database: "postgres", role: TestCluster.superuser),
            "create database \(name) template \(template)")
        // The template's privileges on itself are not copied.
        try sql(
            """
            revoke all on database \(name) from public;
            grant create on database \(name) to passwright_owner;
            grant connect on database \(name)
              to passwright_server, passwright_admin, passwright_auditor, passwright_custodian
            """)
    }

    deinit {
        // Where `deploy/test` looks for what must not be in a database.
        if let folder = ProcessInfo.processInfo.environment["TEST_LOGS"] {
            _ = try? run(["pg_dump", "-Fc", "-Z0", "-f", "\(folder)/\(name).dump", url])
        }
        _ = try? TestCluster.psql(
            TestCluster.url(database: "postgres", role: TestCluster.superuser),
            "drop database if exists \(name) with (force)")
    }

    /// Runs SQL as the superuser; returns what psql prints: unaligned, tuples only.
    @discardableResult
    package func sql(_ text: String) throws -> String { try TestCluster.psql(url, text) }
}

/// A command that failed, with what it said.
package struct CommandFailure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}

/// Runs a command; returns its standard output without the last newline.
@discardableResult
package func run(_ command: [String], environment: [String: String] = [:]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    let errors = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: errors) }
    process.standardOutput = output
    let complaints = try FileHandle(forWritingTo: errors)
    process.standardError = complaints
    // Foundation holds on to a process that has ended, and to its files with it.
    defer { for file in [output.fileHandleForReading, complaints] { try? file.close() } }
    try process.start()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitForEnd()
    guard process.terminationStatus == 0 else {
        let said = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
        throw CommandFailure(description: "\(command[0]) \(process.terminationStatus): \(said)")
    }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
}

/// Runs the body on so many threads at once, with its index; returns when all have ended.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for index in 0..<count {
        group.enter()
        Thread.detachNewThread {
            body(index)
            group.leave()
        }
    }
    group.wait()
}
