import Foundation
import Glibc
import TestSupport
import Testing
import Wallet

/// What goes wrong around a server, under load, and what must be so all the while and afterwards.
@Suite(
    .enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"), .serialized, FaultBenchTrait())
struct FaultTests {
    let bench: FaultBench
    var server: RunningServer { bench.server }

    init() throws { bench = try #require(FaultBench.current) }

    func aftermath() throws -> Aftermath { try Aftermath(bench.cluster, server, before: bench.idle) }

    /// Load for long enough that some of it was answered well.
    func underLoad(
        cards: [String] = ["active_visa", "active_mastercard"], _ body: (Crowd) throws -> Void
    ) throws -> Journal {
        let load = try Crowd(server, cards: cards)
        defer { load.stop() }
        try waitUntil { load.journal.count(200) >= 10 }
        try body(load)
        return load.stop()
    }

    @Test(arguments: DatabaseFault.all)
    func `whatever happens to the database, each 200 has its row and the server recovers by itself`(
        fault: DatabaseFault
    ) throws {
        let aftermath = try aftermath()
        let journal = try underLoad { load in
            do {
                defer { #expect(throws: Never.self) { try fault.heal(bench) } }
                try fault.strike(bench)
                #expect(try server.get("/healthz").status == 200)
            }
            try load.awaitRecovery()
        }
        #expect(!journal.reasons.isDisjoint(with: fault.reasons), "the fault was not felt")
        try aftermath.check(
            journal, of: "database: \(fault.testDescription)", times: fault.times, allowing: fault.reasons)
    }

    @Test func `an administrator who holds a card's row keeps no request waiting`() throws {
        let aftermath = try aftermath()
        let journal = try underLoad { _ in
            try DatabaseFault.hold(
                bench, "select from vault.cards where id = '\(server.card("active_visa"))' for update")
        }
        try aftermath.check(journal, of: "an administrator holds a card's row", allowing: [])
    }

    @Test func `SIGHUP under load loses no request`() throws {
        let aftermath = try aftermath()
        let length = server.logLength
        let journal = try underLoad { _ in
            for _ in 0..<FaultRounds.reloads { try server.reload() }
        }
        #expect(server.events("reloaded", from: length).count == FaultRounds.reloads)
        try aftermath.check(journal, of: "SIGHUP", times: FaultRounds.reloads, allowing: [])
    }

    @Test(arguments: KeyFault.all)
    func `a key file that is wrong at SIGHUP changes nothing, and the log and standard error say so`(
        fault: KeyFault
    ) throws {
        let aftermath = try aftermath()
        let length = server.logLength
        let journal = try underLoad { _ in
            let kept = try TemporaryFolder()
            try run(["cp", "-a", bench.keys.url.path + "/.", kept.url.path])
            defer {
                #expect(throws: Never.self) {
                    try run(["rm", "-rf", bench.keys.url.path])
                    try run(["cp", "-a", kept.url.path, bench.keys.url.path])
                }
            }
            try run(["bash", "-euc", "cd \"$0\"; \(fault.command)", bench.keys.url.path])
            kill(server.process.processIdentifier, SIGHUP)
            try waitUntil { server.events("reload_refused", from: length).count == 1 }
            // Nothing of the new files is in use.
            Thread.sleep(forTimeInterval: 0.1)
        }
        #expect(server.log(from: length).contains("passwright: \(fault.variable) "))
        try aftermath.check(journal, of: "keys: \(fault.testDescription)", allowing: [])
        try server.reload()
    }

    @Test func `a vault key that was replaced opens no card of the key before, until that is back`() throws {
        let aftermath = try aftermath()
        let folder = bench.keys.url.path + "/vault"
        let journal = try underLoad { load in
            try run(["bash", "-euc", "mkdir \"$0/../old\"; mv \"$0\"/* \"$0/../old\"", folder])
            _ = try vault(["keygen", "--folder", folder])
            try server.reload()
            try waitUntil { load.journal.count(502) >= 5 }
            try run(["bash", "-euc", "mv \"$0/../old\"/* \"$0\"; rmdir \"$0/../old\"", folder])
            try server.reload()
            try load.awaitRecovery()
        }
        try aftermath.check(journal, of: "keys: another vault key", allowing: ["vault_cannot_open"])
        let failed = journal.ids(502).sorted()
        let rows = try bench.cluster.sql(
            "select request_id from vault.provisioning_attempts where outcome = 'failed' order by request_id::text"
        )
        #expect(rows.split(separator: "\n").map(String.init) == failed)
    }

    @Test func `a leaf's end is kept to the second`() throws {
        let pki = try #require(server.fixtures.pki)
        func key(_ path: String?) throws -> SimulatedKey {
            try SimulatedKey(privateKeyPEM: String(contentsOfFile: path!, encoding: .utf8))
        }
        func certificate(_ path: String?) throws -> [UInt8] {
            try PEM.certificates(in: String(contentsOfFile: path!, encoding: .utf8))[0]
        }
        let now = Int64(Date().timeIntervalSince1970)
        let end = now + 2
        let made = try SimulatedPKI(
            rootKey: key(pki.rootKey), intermediateKey: key(pki.intermediateKey), leafKey: key(pki.leafKey),
            root: certificate(pki.rootCertificate), intermediate: certificate(pki.intermediateCertificate),
            leaf: certificate(pki.leafCertificate)
        ).anotherLeaf(now: now) { $0.notAfter = end }
        let phone = Phone(
            certificates: made.certificates, leafKey: try key(pki.leafKey), device: .mobilePhone)
        var seen: [Int] = []
        while Date().timeIntervalSince1970 < Double(end) + 1.5 {
            let body = try phone.request(nonce: (0..<16).map { _ in UInt8.random(in: 0...255) }).json()
            let sent = Date().timeIntervalSince1970
            let answer = try server.provision(server.card("active_visa"), token: server.alice, body: body)
            let answered = Date().timeIntervalSince1970
            // The last second counts to its end.
            if sent >= Double(end + 1) { #expect(answer.reason == "certificate_expired") }
            if answered < Double(end + 1) { #expect(answer.status == 200) }
            seen.append(answer.status)
            usleep(20_000)
        }
        #expect(Set(seen) == [200, 400])
    }

    @Test func `a drain under load loses nothing that was accepted, and ends with 0`() throws {
        for _ in 0..<FaultRounds.drains {
            let aftermath = try aftermath()
            let load = try Crowd(server, threads: 8)
            defer { load.stop() }
            try waitUntil { load.journal.count(200) >= 20 }
            #expect(server.stop() == 0)
            let journal = load.stop()
            #expect(server.events("stopped").count == 1)
            #expect(journal.lost == 0)
            try aftermath.checkRows(journal, in: bench.cluster)
            // What was authorised was answered, too.
            let rows = try bench.cluster.sql(
                "select count(*) from vault.provisioning_attempts where created_at >= '\(aftermath.since)'")
            #expect(rows == "\(journal.count(200))")
            journal.add(recovery: try server.restart())
            try aftermath.check(journal, of: "SIGTERM", allowing: ["shutting_down"])
        }
    }

    @Test func `a killed server leaves each 200 with its row, and serves again without repair`() throws {
        for _ in 0..<FaultRounds.serverKills {
            let aftermath = try aftermath()
            let load = try Crowd(server)
            defer { load.stop() }
            try waitUntil { load.journal.count(200) >= 3 }
            usleep(UInt32.random(in: 0...100_000))
            kill(server.process.processIdentifier, SIGKILL)
            server.process.waitForEnd()
            let journal = load.stop()
            try aftermath.checkRows(journal, in: bench.cluster)
            journal.add(recovery: try server.restart())
            try aftermath.check(journal, of: "kill -9", allowing: [], losing: true)
        }
    }

    @Test(
        .disabled(if: Demonstration.isSanitized, "a sanitizer says a word of its own"),
        arguments: [SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGFPE, SIGTRAP, SIGQUIT, SIGSYS])
    func `a server that crashes under load writes down nothing, even where Swift is asked to`(
        signal: Int32
    ) throws {
        let crashing = try bench.another(["SWIFT_BACKTRACE": "enable=yes,threads=all,registers=all"])
        let aftermath = try Aftermath(bench.cluster, crashing, before: bench.idle)
        let load = try Crowd(crashing)
        defer { load.stop() }
        try waitUntil { load.journal.count(200) >= 10 }
        kill(crashing.process.processIdentifier, signal)
        crashing.process.waitForEnd()
        let journal = load.stop()
        try aftermath.checkRows(journal, in: bench.cluster)
        bench.table.add("crash", times: 1, journal)
        #expect(crashing.process.terminationReason == .uncaughtSignal)
        #expect(crashing.process.terminationStatus == signal)
        // No word of the crash, and no file beside it.
        let log = crashing.log
        #expect(log.split(separator: "\n").allSatisfy { $0.hasPrefix("{\"time\":") && $0.hasSuffix("}") })
        #expect(try FileManager.default.contentsOfDirectory(atPath: crashing.home.path) == [])
        let marks = try crashing.marks + bench.keyMarks
        #expect(try Marks.search(for: marks, in: log).errors == "")
        // It would have been found.
        #expect(try Marks.search(for: marks, in: log + marks.last!).code == 1)
    }
}
