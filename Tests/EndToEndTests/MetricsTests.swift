import Foundation
import Glibc
import TestSupport
import Testing
import Wallet

extension RunningServer {
    /// The series of `GET /metrics`, by name and labels as they are shown.
    func metrics() throws -> [String: Double] {
        let answer = try RawHTTP.send(RawHTTP.request("GET", "/metrics"), port: metricsPort)
        let lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\n")
        return Dictionary(
            uniqueKeysWithValues: lines.filter { !$0.hasPrefix("#") }.map { line in
                let parts = line.split(separator: " ")
                return (String(parts[0]), Double(parts[1])!)
            })
    }
}

/// What an operator is told in numbers.
@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct MetricsTests {
    private func server(_ settings: [String: String] = [:]) throws -> RunningServer {
        try RunningServer(
            database: try Demonstration.database(),
            settings: settings.merging(["PASSWRIGHT_METRICS_LISTEN": "127.0.0.1:0"]) { $1 })
    }

    private func provision(_ server: RunningServer, _ card: String = "active_visa") throws -> Int {
        try server.provision(
            server.card(card), token: server.alice, body: try server.phone().request().json()
        ).status
    }

    @Test func `each step is timed once in each attempt that comes so far`() throws {
        let server = try server()
        func counts() throws -> [Double?] {
            let metrics = try server.metrics()
            return ["body", "chain", "nonce_signature", "authorise", "vault", "activation", "ecc_v2"].map {
                metrics["passwright_step_seconds_count{step=\"\($0)\"}"]
            }
        }
        #expect(try counts() == [0, 0, 0, 0, 0, 0, 0])
        #expect(try provision(server) == 200)
        #expect(try provision(server, "frozen") == 409)
        #expect(
            try server.provision(server.card("active_visa"), token: server.alice, body: [0x7B]).status == 400)
        #expect(try counts() == [3, 2, 2, 2, 1, 1, 1])
        let metrics = try server.metrics()
        let sums = metrics.filter { $0.key.hasPrefix("passwright_step_seconds_sum") }.values.reduce(0, +)
        let whole = try #require(metrics["passwright_request_seconds_sum{route=\"provisioning\"}"])
        #expect(0 < sums && sums < whole)
    }

    @Test func `the wait for a worker is in its own histogram and in the request's time`() throws {
        let server = try server(["PASSWRIGHT_WORKERS": "1"])
        let before = try server.metrics()
        let lock = try Holding(server.database, "lock table vault.cards in access exclusive mode")
        let statuses = Collected<Int>()
        let both = Thread {
            onThreads(2) { _ in statuses.add((try? provision(server)) ?? 0) }
        }
        both.start()
        try waitUntil { try server.metrics()["passwright_queue_depth"] == 1 }
        Thread.sleep(forTimeInterval: 0.2)
        lock.end()
        try waitUntil { statuses.all.count == 2 }
        #expect(statuses.all == [200, 200])
        let after = try server.metrics()
        func grown(_ name: String) -> Double { after[name]! - before[name, default: 0] }
        #expect(grown("passwright_queue_seconds_count") == 2)
        // The first waits for the database, the second as long for the first.
        #expect(grown("passwright_queue_seconds_sum") > 0.2)
        #expect(
            grown("passwright_request_seconds_sum{route=\"provisioning\"}")
                > grown("passwright_step_seconds_sum{step=\"authorise\"}")
                + grown("passwright_queue_seconds_sum") * 0.9)
    }

    @Test func `root, intermediate and leaf have their days, the last two from the first good chain on`()
        throws
    {
        let server = try server()
        func days(_ certificate: String) throws -> Double? {
            try server.metrics()[
                "passwright_certificate_days_left{certificate=\"\(certificate)\",place=\"0\"}"]
        }
        func expected(_ certificate: String) throws -> Double {
            let end = try run([
                "openssl", "x509", "-noout", "-enddate", "-dateopt", "iso_8601", "-in",
                "\(try Demonstration.keys)/pki/\(certificate)_cert.pem",
            ])
            let text = end.trimmingCharacters(in: .whitespacesAndNewlines).dropFirst("notAfter=".count)
                .replacingOccurrences(of: " ", with: "T")
            let date = try #require(ISO8601DateFormatter().date(from: text), "\(text)")
            return date.timeIntervalSinceNow / 86_400
        }
        func isRight(_ certificate: String) throws -> Bool {
            abs((try days(certificate) ?? .nan) - (try expected(certificate))) < 0.1
        }
        #expect(try isRight("root"))
        #expect(try days("leaf") == nil)

        let stranger = try SimulatedPKI.make(now: Int64(Date().timeIntervalSince1970))
        let foreign = Phone(
            certificates: [stranger.leaf, stranger.intermediate], leafKey: stranger.leafKey,
            device: .mobilePhone)
        let refused = try server.provision(
            server.card("active_visa"), token: server.alice, body: try foreign.request().json())
        #expect(refused.reason == "certificate_untrusted")
        #expect(try days("leaf") == nil)

        // The second time the chain is remembered.
        for _ in 0..<2 {
            #expect(try provision(server) == 200)
            for certificate in ["root", "intermediate", "leaf"] {
                #expect(try isRight(certificate))
            }
        }
    }

    @Test func `each vault key has its age, and what was moved away has none after SIGHUP`() throws {
        let folder = try TemporaryFolder()
        let keys = folder.url.appendingPathComponent("vault").path
        try run(["cp", "-rp", "\(try Demonstration.keys)/vault", keys])
        let other = try KeyFolder()
        let file = "\(keys)/vault-\(other.id).pem"
        try run(["cp", other.privateKey, file])
        try run(["touch", "-d", "@\(Int(Date().timeIntervalSince1970) - 500 * 86_400)", file])
        let server = try server(["PASSWRIGHT_VAULT_KEYS": keys])
        func ages() throws -> [String: Double] {
            try server.metrics().filter { $0.key.hasPrefix("passwright_vault_key_age_days") }
        }
        let name = "passwright_vault_key_age_days{key=\"\(other.id)\"}"
        #expect(try ages().count == 2)
        #expect(try ages()[name] == 500)
        #expect(try ages().filter { $0.key != name }.values.allSatisfy { $0 < 1 })

        try FileManager.default.removeItem(atPath: file)
        kill(server.process.processIdentifier, SIGHUP)
        try waitUntil { server.events("reloaded").count == 1 }
        #expect(try ages().count == 1)
        #expect(try ages()[name] == nil)
    }

    @Test func `connections are idle, in use and away, and as many as workers`() throws {
        let server = try server(["PASSWRIGHT_WORKERS": "3"])
        func states() throws -> [Double?] {
            let metrics = try server.metrics()
            return ["idle", "in_use", "away"].map {
                metrics["passwright_database_connections{state=\"\($0)\"}"]
            }
        }
        try waitUntil { try states() == [3, 0, 0] }

        let lock = try Holding(server.database, "lock table vault.cards in access exclusive mode")
        let busy = Thread { _ = try? provision(server) }
        busy.start()
        try waitUntil { try states() == [2, 1, 0] }
        lock.end()
        try waitUntil { try states() == [3, 0, 0] }

        try server.database.sql("alter role passwright_demo_server connection limit 0")
        defer { _ = try? server.database.sql("alter role passwright_demo_server connection limit -1") }
        try server.database.sql(
            "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'passwright_demo_server' "
                + "and datname = current_database()")
        try waitUntil { try states() == [0, 0, 3] }
        try server.database.sql("alter role passwright_demo_server connection limit -1")
        try waitUntil { try states() == [3, 0, 0] }
    }

    @Test func `attempts beyond an allowance are counted by whose it is`() throws {
        let server = try server(["PASSWRIGHT_CALLER_ALLOWANCE": "3"])
        func counts() throws -> [Double?] {
            let metrics = try server.metrics()
            return ["caller", "card", "cardholder"].map {
                metrics["passwright_allowance_refusals_total{allowance=\"\($0)_allowance\"}"]
            } + [metrics["passwright_allowance_callers"]]
        }
        #expect(try counts() == [0, 0, 0, 0])
        try server.database.sql("select admin.set_allowance('card', 1, interval '1 hour')")
        #expect(try provision(server) == 200)
        #expect(try provision(server) == 429)
        #expect(try counts() == [0, 1, 0, 1])
        #expect(try provision(server) == 429)
        #expect(try provision(server) == 429)
        #expect(try counts() == [1, 2, 0, 1])
    }

    @Test func `the process's figures are the operating system's`() throws {
        let server = try server()
        let metrics = try server.metrics()
        let pid = server.process.processIdentifier
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let resident = try #require(
            status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }?
                .split(whereSeparator: \.isWhitespace)[1])
        let shown = try #require(metrics["process_resident_memory_bytes"])
        #expect(abs(shown / 1024 - Double(resident)!) < 4096)
        #expect(metrics["process_max_fds"] ?? 0 > 100)
        #expect(metrics["process_cpu_seconds_total"] ?? 0 > 0)
        let start = try #require(metrics["process_start_time_seconds"])
        #expect((0...60).contains(Date().timeIntervalSince1970 - start))
        let held = try Held(server, 10)
        try waitUntil { try server.metrics()["process_open_fds"]! >= metrics["process_open_fds"]! + 10 }
        held.hangUp()
    }
}
