import Foundation
import Glibc
import TestSupport
import Testing
import Wallet

/// What the end-to-end tests need and where it comes from; where it is missing they are skipped.
enum Demonstration {
    static let isPossible = TestCluster.isThere && builtBinary("passwright") != nil
    static let missing = "\(TestCluster.missing); or \(notBuilt)"
    /// Whether the programs are built with a sanitizer, as `deploy/check` builds them.
    static let isSanitized = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil

    /// The folder with the built programs.
    static var binaries: String { builtBinary("passwright")!.deletingLastPathComponent().path }

    static func script(_ name: String) -> String {
        projectFolder.appendingPathComponent("deploy/demo/\(name)").path
    }

    /// The keys of one demonstration, made once for all tests. The folder goes with the process.
    private static let made = Result { () throws -> TemporaryFolder in
        let folder = try TemporaryFolder()
        try run([script("keys"), binaries, folder.url.path])
        return folder
    }
    static var keys: String { get throws { try made.get().url.path } }

    /// A database of its own with the demonstration's cards.
    static func database() throws -> TestDatabase {
        let database = try TestDatabase()
        try run([script("load"), binaries, try keys, database.url])
        return database
    }

    /// The demonstration's settings, on a free port and without a metrics listener.
    static func settings(_ database: TestDatabase) throws -> [String: String] {
        let url = TestCluster.url(database: database.name, role: "passwright_demo_server")
        let lines = try run([script("environment"), try keys, url, "127.0.0.1:0", "off"])
        return Dictionary(
            uniqueKeysWithValues: lines.split(separator: "\n").map { line in
                let parts = line.split(separator: "=", maxSplits: 1)
                return (String(parts[0]), String(parts[1]))
            })
    }

    static func fixtures(_ database: TestDatabase) throws -> Fixtures {
        let admin = TestCluster.url(database: database.name, role: "passwright_demo_admin")
        let text = try run([
            script("fixtures"), binaries, try keys, admin, "http://127.0.0.1", "http://127.0.0.1/metrics",
        ])
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("fixtures.json")
        try Data(text.utf8).write(to: file)
        return try Fixtures(path: file.path)
    }
}

/// A server process over a database, and what a wallet developer knows of it.
final class RunningServer: @unchecked Sendable {
    private(set) var process = Process()
    let database: TestDatabase
    let fixtures: Fixtures
    private let folder: TemporaryFolder
    private let environment: [String: String]
    private let program: URL?
    private let prelude: String
    private let sent = Collected<String>()
    private(set) var port: UInt16 = 0
    private(set) var metricsPort: UInt16 = 0

    /// Starts a server on a free port and waits until it is ready: the built one unless `program` is another. The
    /// `prelude` is for the shell that becomes the server. The fixtures are read from the database where none are
    /// given.
    init(
        database: TestDatabase, settings: [String: String] = [:], program: URL? = builtBinary("passwright"),
        prelude: String = ":", fixtures: Fixtures? = nil
    ) throws {
        self.database = database
        folder = try TemporaryFolder()
        self.fixtures = try fixtures ?? Demonstration.fixtures(database)
        self.program = program
        self.prelude = prelude
        environment = ProcessInfo.processInfo.environment
            .merging(try Demonstration.settings(database)) { $1 }.merging(settings) { $1 }
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: false)
        try start()
    }

    /// The server's working directory, in which it leaves nothing.
    var home: URL { folder.url.appendingPathComponent("home") }

    /// Starts it again once it has ended, with a new log; returns after how many seconds it was ready.
    @discardableResult
    func restart() throws -> Double {
        keepWhatWasWritten()
        sent.removeAll()
        let start = ContinuousClock.now
        try self.start()
        return start.duration(to: .now) / .seconds(1)
    }

    private func start() throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        // Where it may write core files, so that it is the server itself that leaves none.
        process.arguments = [
            "-c", "ulimit -c unlimited 2>/dev/null; \(prelude); exec \"$0\" serve", program!.path,
        ]
        process.currentDirectoryURL = home
        process.environment = environment
        let log = folder.url.appendingPathComponent("log")
        try Data().write(to: log)
        let handle = try FileHandle(forWritingTo: log)
        process.standardOutput = handle
        process.standardError = handle
        port = 0
        metricsPort = 0
        try process.start()
        try handle.close()
        Leftovers.add(process.processIdentifier)
        try waitUntilReady()
    }

    deinit {
        if process.isRunning { process.terminate() }
        process.waitForEnd()
        keepWhatWasWritten()
    }

    /// Where `deploy/test` collects what servers wrote and what must not be in it.
    private func keepWhatWasWritten() {
        guard let folder = ProcessInfo.processInfo.environment["TEST_LOGS"] else { return }
        let base = folder + "/" + UUID().uuidString
        try? Data(marks.joined(separator: "\n").utf8 + [0x0a]).write(
            to: URL(fileURLWithPath: base + ".marks"))
        try? Data(log.utf8).write(to: URL(fileURLWithPath: base + ".log"))
    }

    var log: String {
        (try? String(contentsOf: folder.url.appendingPathComponent("log"), encoding: .utf8)) ?? ""
    }

    /// How many bytes the log has by now.
    var logLength: Int {
        let file = folder.url.appendingPathComponent("log").path
        return (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0
    }

    /// The log past its first so many bytes.
    func log(from length: Int) -> String {
        guard let file = try? FileHandle(forReadingFrom: folder.url.appendingPathComponent("log")) else {
            return ""
        }
        defer { try? file.close() }
        try? file.seek(toOffset: UInt64(length))
        return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
    }

    /// The log's events of one name, as objects; of the log past its first `length` bytes.
    func events(_ name: String, from length: Int = 0) -> [[String: Any]] {
        log(from: length).split(separator: "\n").filter { $0.contains("\"\(name)\"") }
            .compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
            .filter { $0["event"] as? String == name }
    }

    private func waitUntilReady() throws {
        for _ in 0..<1500 {
            if port == 0, let listening = events("listening").first {
                port = UInt16(listening["port"] as? Int ?? 0)
                metricsPort = UInt16(listening["metrics_port"] as? Int ?? 0)
            }
            if port != 0, try get("/readyz").status == 200 { return }
            guard process.isRunning else { break }
            Thread.sleep(forTimeInterval: 0.01)
        }
        throw CommandFailure(description: "the server did not become ready: \(log.suffix(500))")
    }

    func get(_ path: String, token: String? = nil, headers: [(String, String)] = []) throws -> RawAnswer {
        try send("GET", path, token: token, headers: headers)
    }

    /// Posts a body for a card.
    func provision(
        _ card: String, token: String? = nil, body: [UInt8], headers: [(String, String)] = [],
        prefix: String = ""
    ) throws -> RawAnswer {
        try send(
            "POST", "\(prefix)/cards/\(card)/apple-pay/provisioning", token: token,
            headers: [("Content-Type", "application/json")] + headers, body: body)
    }

    /// One request, whose answer must be one of those in the OpenAPI document.
    func send(
        _ method: String, _ path: String, token: String? = nil, headers: [(String, String)] = [],
        body: [UInt8] = []
    ) throws -> RawAnswer {
        let token = token.map { [("Authorization", "Bearer \($0)")] } ?? []
        mark(body)
        let answer = try RawHTTP.send(
            RawHTTP.request(method, path, headers: headers + token, body: body), port: port)
        // A wrong server's answers are the suite's to judge.
        guard program == builtBinary("passwright") else { return answer }
        let violations = try OpenAPIDocument.read.get().violations(
            method: method, path: path, status: answer.status, headers: answer.headers, body: answer.body)
        for violation in violations { Issue.record("\(violation)") }
        return answer
    }

    /// Has a request's secrets looked for in what the server wrote.
    func mark(_ body: [UInt8]) { Marks.inRequest(body).forEach(sent.add) }

    /// The forms of every secret that this server was sent or holds.
    var marks: [String] {
        let pans = Demonstration.pans.flatMap(Marks.of)
        let tokens = (fixtures.tokens ?? [:]).values.flatMap { $0.split(separator: ".").map(String.init) }
        return pans + tokens + sent.all
    }

    /// The fixtures with this server's own addresses, in a file that goes with the server.
    func fixturesFile() throws -> String {
        var fixtures = fixtures
        fixtures.url = "http://127.0.0.1:\(port)"
        fixtures.metricsURL = metricsPort == 0 ? nil : "http://127.0.0.1:\(metricsPort)/metrics"
        let file = folder.url.appendingPathComponent("fixtures.json")
        try JSONEncoder().encode(fixtures).write(to: file)
        return file.path
    }

    /// Its resident memory in kilobytes.
    func resident() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return Int(line.split(whereSeparator: \.isWhitespace)[1])!
    }

    var alice: String { fixtures.tokens!["alice"]! }
    var bob: String { fixtures.tokens!["bob"]! }
    func card(_ name: String, of holder: String = "alice") -> String { fixtures.cards![holder]![name]! }

    /// A phone with the simulated chain.
    func phone() throws -> Phone {
        let pki = fixtures.pki!
        let certificates = try [pki.leafCertificate!, pki.intermediateCertificate!].flatMap {
            try PEM.certificates(in: String(contentsOfFile: $0, encoding: .utf8))
        }
        let key = try SimulatedKey(privateKeyPEM: String(contentsOfFile: pki.leafKey!, encoding: .utf8))
        return Phone(certificates: certificates, leafKey: key, device: .mobilePhone)
    }

    /// Ends the server as an operator would, and gives its exit status.
    func stop() -> Int32 {
        process.terminate()
        process.waitForEnd()
        return process.terminationStatus
    }
}

extension Demonstration {
    /// The clear PANs of the demonstration's cards.
    static let pans: [String] = {
        let csv = (try? String(contentsOfFile: script("cards.csv"), encoding: .utf8)) ?? ""
        return csv.split(separator: "\n").dropFirst().map { String($0.split(separator: ",")[3]) }
    }()
}

/// Servers that are held until the tests' process ends, where no `deinit` runs: they end with it.
private enum Leftovers {
    private static let processes = Collected<pid_t>()
    private static let registered: Void = {
        atexit { for process in Leftovers.processes.all { kill(process, SIGTERM) } }
    }()

    static func add(_ process: pid_t) {
        _ = registered
        processes.add(process)
    }
}

/// A port of the loopback address that nobody listens on now.
func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
        }
    }
    guard bound else { throw CommandFailure(description: "no port is free") }
    return UInt16(bigEndian: address.sin_port)
}
