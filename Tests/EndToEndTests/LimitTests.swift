import Foundation
import Glibc
import TestSupport
import Testing
import Wallet

private let alive = Array("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)

/// The limits of the server as it is run, at each and one past it. The HTTP room's own tests have those of a request.
@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct LimitTests {
    private func body(_ server: RunningServer) throws -> [UInt8] { try server.phone().request().json() }

    /// A provisioning that leaves its connection open.
    private func post(_ server: RunningServer, _ body: [UInt8]) -> [UInt8] {
        let bytes = RawHTTP.request(
            "POST", "/cards/\(server.card("active_visa"))/apple-pay/provisioning",
            headers: [
                ("Content-Type", "application/json"), ("Authorization", "Bearer \(server.alice)"),
            ], body: body)
        return bytes.replacing(Array("Connection: close\r\n".utf8), with: [])
    }

    /// Processor seconds so far.
    private func processor(_ server: RunningServer) throws -> Double {
        let stat = try String(
            contentsOfFile: "/proc/\(server.process.processIdentifier)/stat", encoding: .utf8)
        let fields = stat[stat.lastIndex(of: ")")!...].split(separator: " ")
        return (Double(fields[12])! + Double(fields[13])!) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    @Test
    func `a thousand connections are kept in under 100 MB, each is answered, and one more waits for an end`()
        throws
    {
        let server = try RunningServer(database: try Demonstration.database(), prelude: "ulimit -n 4096")
        let before = try Resources.settled(server)
        let held = try Held(server, 1000, sending: alive)
        for index in 0..<1000 { #expect(held.status(at: index) == 200) }
        let kilobytes = try server.resident()
        // deploy/check tries programs with sanitizers too, whose own memory is many times that.
        #expect(kilobytes * 1024 < 100_000_000 || Demonstration.isSanitized)

        let late = try Held(server, 1, sending: alive)
        #expect(!late.hasNews(at: 0, within: 300))
        // Whoever is in is served meanwhile.
        let card = post(server, try body(server))
        #expect(held.send(alive, at: 500))
        #expect(held.status(at: 500) == 200)
        #expect(held.send(card, at: 999))
        #expect(held.status(at: 999) == 200)
        #expect(!late.hasNews(at: 0))
        held.hangUp(1)
        #expect(late.status(at: 0) == 200)

        held.hangUp()
        late.hangUp()
        #expect(try Resources.settled(server, wanted: before) == before)
    }

    @Test
    func
        `two hundred connections with 64 descriptors neither stop nor spin the server, and take none of the database's`()
        throws
    {
        let server = try RunningServer(
            database: try Demonstration.database(), settings: ["PASSWRIGHT_METRICS_LISTEN": "127.0.0.1:0"],
            prelude: "ulimit -n 64")
        #expect(server.events("warning").contains { "\($0["what"] ?? "")".contains("descriptors") })
        let before = try Resources.settled(server)
        let held = try Held(server, 200, sending: alive)
        // 64, less 8 workers and 40 others.
        for index in 0..<16 { #expect(held.status(at: index) == 200) }
        #expect(!held.hasNews(at: 16, within: 300))
        let start = try processor(server)
        Thread.sleep(forTimeInterval: 2)
        #expect(try processor(server) - start < 1, "it spins")
        #expect(try server.metrics()["passwright_connections"] == 16)
        // New connections to the database find a descriptor, and a reload finds its files.
        let sessions =
            "from pg_stat_activity where usename = 'passwright_demo_server' and datname = current_database()"
        let since = try server.database.sql("select now()")
        try server.database.sql("select pg_terminate_backend(pid) \(sessions)")
        kill(server.process.processIdentifier, SIGHUP)
        try waitUntil { server.events("reloaded").count == 1 }
        // The workers', and two of the server's own.
        try waitUntil {
            try server.database.sql("select count(*) \(sessions) and backend_start > '\(since)'") == "10"
        }
        held.hangUp(15)
        held.send(post(server, try body(server)), at: 0)
        #expect(held.status(at: 0) == 200)
        for index in 1..<16 { #expect(held.status(at: index) == 200) }
        held.hangUp()
        #expect(try server.get("/healthz").status == 200)
        #expect(try Resources.settled(server, wanted: before) == before)
    }

    @Test(arguments: [(55, 78), (56, nil)])
    func `with 56 descriptors there is a server of eight connections, and with one fewer there is none`(
        descriptors: Int, status: Int32?
    ) throws {
        let database = try Demonstration.database()
        func server() throws -> RunningServer {
            try RunningServer(database: database, prelude: "ulimit -n \(descriptors)")
        }
        guard status != nil else {
            let server = try server()
            let held = try Held(server, 9, sending: alive)
            for index in 0..<8 { #expect(held.status(at: index) == 200) }
            #expect(!held.hasNews(at: 8, within: 300))
            return
        }
        do {
            _ = try server()
            Issue.record("it started")
        } catch let failure as CommandFailure {
            #expect(failure.description.contains("open descriptors (ulimit -n, LimitNOFILE) is 55"))
        }
    }

    @Test
    func `beyond loopback an address has fifty connections, one more is closed, and others have theirs`()
        throws
    {
        let settings = try Demonstration.settings(try Demonstration.database())
        #expect(settings["PASSWRIGHT_LISTEN"] == "127.0.0.1:0")
        let server = try RunningServer(
            database: try Demonstration.database(),
            settings: ["PASSWRIGHT_LISTEN": "0.0.0.0:0", "PASSWRIGHT_LISTEN_ANYWHERE": "yes"])
        let held = try Held(server, 50, sending: alive, from: 0x7F00_0002)
        for index in 0..<50 { #expect(held.status(at: index) == 200) }
        let more = try Held(server, 1, sending: alive, from: 0x7F00_0002)
        #expect(more.status(at: 0) == nil)
        let other = try Held(server, 1, sending: alive, from: 0x7F00_0003)
        #expect(other.status(at: 0) == 200)
        held.hangUp(1)
        // The server has to notice that the first has gone.
        try waitUntil {
            let again = try Held(server, 1, sending: alive, from: 0x7F00_0002)
            return again.status(at: 0) == 200
        }
    }

    @Test func `who is slow is cut off in time, and everybody else is served meanwhile`() throws {
        let server = try RunningServer(
            database: try Demonstration.database(), settings: ["PASSWRIGHT_METRICS_LISTEN": "127.0.0.1:0"])
        let before = try Resources.settled(server)
        let head =
            "POST /cards/\(server.card("active_visa"))/apple-pay/provisioning HTTP/1.1\r\nHost: localhost\r\n"
        let document = Array("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        let slow = [
            try Held(server, 20), try Held(server, 20, sending: Array("GET /heal".utf8)),
            try Held(server, 20, sending: Array("GET /healthz HTTP/1.1\r\nHost: lo".utf8)),
            try Held(server, 20, sending: Array((head + "Content-Length: 9000\r\n\r\n{").utf8)),
            try Held(server, 20, sending: Array((head + "Transfer-Encoding: chunked\r\n\r\n9\r\n{").utf8)),
            // Who asks for more than the kernel's buffers hold, and reads none of it.
            try Held(server, 20, sending: Array((0..<400).map { _ in document }.joined())),
        ]
        let end = Date(timeIntervalSinceNow: 11)
        var rounds = 0
        while Date() < end {
            #expect(try server.get("/healthz").status == 200)
            #expect(
                try server.provision(server.card("active_visa"), token: server.alice, body: try body(server))
                    .status == 200)
            // A byte now and then buys nobody time.
            for held in slow[2...3] {
                for index in held.descriptors.indices { held.send([0x61], at: index) }
            }
            rounds += 1
            Thread.sleep(forTimeInterval: 0.5)
        }
        #expect(rounds > 5)
        // Who had sent a whole line is told so.
        for held in slow[2...4] {
            let answer = try held.lastAnswer(at: 0)
            #expect(answer.differences(408, "REQUEST_TIMEOUT", "request_timeout", closes: true) == [])
        }
        // Who reads meanwhile is not slow, and is answered to the end.
        try waitUntil { try server.metrics()["passwright_connections"] == 0 }
        for (kind, held) in slow.enumerated() {
            #expect(held.descriptors.indices.allSatisfy { held.isClosed(at: $0, within: 20) }, "\(kind)")
        }
        #expect(try Resources.settled(server, wanted: before) == before)
    }

    /// Where a client may leave, by what it has sent.
    private enum Stage: CaseIterable { case accepted, head, body, waiting, answering }

    @Test func `a client that leaves takes no descriptor with it, at whatever stage and however abruptly`()
        throws
    {
        let server = try RunningServer(database: try Demonstration.database())
        let before = try Resources.settled(server)
        for stage in Stage.allCases {
            for abruptly in [false, true] {
                try leave(server, at: stage, abruptly: abruptly)
                #expect(try Resources.settled(server, wanted: before) == before, "\(stage), \(abruptly)")
                let answer = try server.provision(
                    server.card("active_visa"), token: server.alice, body: try body(server))
                #expect(answer.status == 200)
            }
        }
    }

    /// Fifty come so far, and go.
    private func leave(_ server: RunningServer, at stage: Stage, abruptly: Bool) throws {
        let whole = post(server, try body(server))
        let split = try #require(whole.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound)
        let document = Array("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        let sent: [UInt8] =
            switch stage {
            case .accepted: []
            case .head: Array(whole[..<(split / 2)])
            case .body: Array(whole[..<(split + 100)])
            case .waiting: whole
            case .answering: Array((0..<400).map { _ in document }.joined())
            }
        let lock =
            stage == .waiting
            ? try Holding(server.database, "lock table vault.cards in access exclusive mode") : nil
        let held = try Held(server, 50, sending: sent)
        if stage == .answering {
            for index in 0..<50 { #expect(held.hasNews(at: index, within: 10_000)) }
        } else {
            // Each is with the server before it goes.
            Thread.sleep(forTimeInterval: 0.2)
        }
        held.hangUp(abruptly: abruptly)
        lock?.end()
    }

    @Test func `a full queue is 503 with Retry-After, and liveness is answered before those who wait`() throws
    {
        let database = try Demonstration.database()
        let server = try RunningServer(
            database: database,
            settings: ["PASSWRIGHT_WORKERS": "2", "PASSWRIGHT_METRICS_LISTEN": "127.0.0.1:0"])
        let answers = Collected<RawAnswer>()
        let bodies = try (0..<200).map { _ in try body(server) }
        let lock = try Holding(database, "lock table vault.cards in access exclusive mode")
        let all = Thread {
            onThreads(200) { index in
                let answer = try? server.provision(
                    server.card("active_visa"), token: server.alice, body: bodies[index])
                if let answer { answers.add(answer) }
            }
        }
        all.start()
        // Two are with the workers and 128 wait: the others are answered first, and so is liveness.
        try waitUntil { answers.all.count { $0.reason == "queue_full" } >= 1 }
        #expect(try server.get("/healthz").status == 200)
        #expect(answers.all.count < 200)
        try waitUntil { answers.all.count == 200 }
        lock.end()
        let unavailable = "APPLE_PAY_PROVISIONING_UNAVAILABLE"
        for answer in answers.all {
            let (reason, seconds) = answer.reason == "queue_full" ? ("queue_full", 1) : ("database_slow", 2)
            #expect(answer.differences(503, unavailable, reason, retryAfter: seconds) == [])
        }
        #expect(answers.all.count { $0.reason == "queue_full" } >= 70)
        // Whoever waited in vain has left nothing behind.
        #expect(
            try server.provision(server.card("active_visa"), token: server.alice, body: try body(server))
                .status
                == 200)
        #expect(try server.metrics()["passwright_queue_depth"] == 0)
    }
}
