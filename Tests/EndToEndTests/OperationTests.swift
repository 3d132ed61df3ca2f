import Foundation
import Glibc
import TestSupport
import Testing
import Wallet

/// What an operator sees when parts go away and come back.
@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct OperationTests {
    private func body(_ server: RunningServer) throws -> [UInt8] { try server.phone().request().json() }

    private func wait(_ what: String, until good: () throws -> Bool) throws {
        for _ in 0..<300 {
            if try good() { return }
            Thread.sleep(forTimeInterval: 0.05)
        }
        Issue.record("it did not come to pass: \(what)")
    }

    @Test func `two servers on one database take a nonce once between them`() throws {
        let database = try Demonstration.database()
        let servers = [try RunningServer(database: database), try RunningServer(database: database)]
        let card = servers[0].card("active_visa")
        for _ in 0..<20 {
            let body = try body(servers[0])
            let answers = Collected<Int>()
            onThreads(6) { index in
                let server = servers[index % 2]
                answers.add((try? server.provision(card, token: server.alice, body: body).status) ?? 0)
            }
            #expect(answers.all.filter { $0 == 200 }.count == 1)
            #expect(answers.all.filter { $0 == 400 }.count == 5)
        }
    }

    @Test func `PostgreSQL stops: 503 and a reason, it starts: served again, without a restart`() throws {
        let cluster = try PrivateCluster()
        let server = try RunningServer(
            database: try Demonstration.database(), settings: ["PASSWRIGHT_DATABASE": cluster.serverURL])
        let card = server.card("active_visa")
        #expect(try server.provision(card, token: server.alice, body: try body(server)).status == 200)

        try cluster.stop()
        let refused = try server.provision(card, token: server.alice, body: try body(server))
        let unavailable = "APPLE_PAY_PROVISIONING_UNAVAILABLE"
        #expect(refused.differences(503, unavailable, "database_unavailable", retryAfter: 2) == [])
        try wait("readiness says why") { try server.get("/readyz").status == 503 }
        let parts = try #require(try server.get("/readyz").object["parts"] as? [[String: String]])
        #expect(parts.first?["part"] == "database")
        #expect(parts.first?["why"]?.isEmpty == false)
        #expect(try server.get("/healthz").status == 200)

        try cluster.start()
        try wait("served again") {
            try server.provision(card, token: server.alice, body: try body(server)).status == 200
        }
        try wait("ready again") { try server.get("/readyz").status == 200 }
    }

    @Test func `a pause and its end are followed within a second by every server, and use no nonce`() throws {
        let database = try Demonstration.database()
        let servers = [try RunningServer(database: database), try RunningServer(database: database)]
        let body = try body(servers[0])
        let card = servers[0].card("active_visa")
        // A second after the verb each server must answer so; it asks the database at each request.
        func answers(after sql: String) throws -> [RawAnswer] {
            let start = ContinuousClock.now
            try database.sql(sql)
            let answers = try servers.map { try $0.provision(card, token: $0.alice, body: body) }
            #expect(start.duration(to: .now) < .seconds(1))
            return answers
        }
        for _ in 0..<3 {
            for paused in try answers(after: "select admin.pause_provisioning('drill')") {
                let unavailable = "APPLE_PAY_PROVISIONING_UNAVAILABLE"
                #expect(paused.differences(503, unavailable, "provisioning_paused", retryAfter: 60) == [])
            }
            for server in servers {
                let shown = try server.get("/cards/\(card)", token: server.alice).object["applePay"]
                #expect((shown as? [String: Any])?["reason"] as? String == "provisioning_paused")
            }
            try database.sql("select admin.resume_provisioning()")
        }
        // The nonce is as new as it was: the first server takes it, and then the other has seen it.
        let resumed = try answers(after: "select admin.resume_provisioning()")
        #expect(resumed.map(\.status) == [200, 400])
        #expect(resumed[1].reason == "nonce_replayed")
    }

    @Test func `the caller's allowance ends in 429, which tells when to come back`() throws {
        let server = try RunningServer(
            database: try Demonstration.database(), settings: ["PASSWRIGHT_CALLER_ALLOWANCE": "10"])
        for _ in 0..<10 {
            let answer = try server.provision(
                server.card("active_visa"), token: server.alice, body: try body(server))
            #expect(answer.status == 200)
        }
        let eleventh = try server.provision(
            server.card("active_visa"), token: server.alice, body: Array("{".utf8))
        #expect(eleventh.status == 429)
        #expect(eleventh.reason == "caller_allowance")
        let seconds = try #require(eleventh.header("retry-after").flatMap { Int($0) })
        #expect((1...60).contains(seconds))
        let bobs = try server.provision(
            server.card("active_visa", of: "bob"), token: server.bob, body: try body(server))
        #expect(bobs.status == 200)
    }

    @Test func `SIGTERM under load answers everything that was accepted, and ends with 0`() throws {
        let server = try RunningServer(database: try Demonstration.database())
        let bodies = try (0..<64).map { _ in try body(server) }
        let card = server.card("active_visa")
        let answers = Collected<Int>()
        let started = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        for body in bodies {
            group.enter()
            Thread.detachNewThread {
                started.signal()
                // A connection that came too late is refused by the kernel: nothing was accepted.
                if let answer = try? server.provision(card, token: server.alice, body: body) {
                    answers.add(answer.status)
                }
                group.leave()
            }
        }
        for _ in bodies { started.wait() }
        #expect(server.stop() == 0)
        group.wait()
        let good = answers.all.filter { $0 == 200 }.count
        #expect(answers.all.allSatisfy { $0 == 200 || $0 == 503 })
        let rows = try server.database.sql(
            "select count(*) from vault.provisioning_attempts where outcome = 'authorised'")
        #expect(rows == String(good))
        #expect(server.events("stopped").count == 1)
    }

    @Test func `SIGHUP takes new keys, and keeps the old ones where the new ones are wrong`() throws {
        let folder = try TemporaryFolder()
        let jwks = folder.url.appendingPathComponent("jwks.json")
        let good = try Data(contentsOf: URL(fileURLWithPath: Demonstration.keys + "/token/jwks.json"))
        try good.write(to: jwks)
        let server = try RunningServer(
            database: try Demonstration.database(), settings: ["PASSWRIGHT_JWKS": jwks.path])
        func status() throws -> Int { try server.get("/cards", token: server.alice).status }
        #expect(try status() == 200)

        try Data("{".utf8).write(to: jwks)
        kill(server.process.processIdentifier, SIGHUP)
        try wait("the reload is refused") { server.events("reload_refused").count == 1 }
        #expect(try status() == 200)

        let other = folder.url.appendingPathComponent("other").path
        _ = try runProgram(
            builtBinary("passwright")!, ["token", "keygen", "--folder", other],
            environment: ["PASSWRIGHT_MODE": "development"])
        try Data(contentsOf: URL(fileURLWithPath: other + "/jwks.json")).write(to: jwks)
        kill(server.process.processIdentifier, SIGHUP)
        try wait("the reload") { server.events("reloaded").count == 1 }
        #expect(try status() == 401)
    }

    @Test func `a leaf on a CRL of the folder is refused after SIGHUP`() throws {
        let keys = try Demonstration.keys + "/pki"
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: try Demonstration.database(), settings: ["PASSWRIGHT_CRL_FOLDER": folder.url.path])
        let card = server.card("active_visa")
        // The second time the chain is remembered, and then forgotten.
        for _ in 0..<2 {
            #expect(try server.provision(card, token: server.alice, body: try body(server)).status == 200)
        }
        // A certificate authority of OpenSSL's own, so that the list is nobody's of ours.
        try run([
            "bash", "-euc",
            """
            cd "$0"; mkdir ca; : >ca/index; echo 01 >ca/number
            printf '[ca]\ndefault_ca=d\n[d]\ndatabase=ca/index\ncrlnumber=ca/number\ndefault_md=sha256\n\
            default_crl_days=1\ncrl_extensions=e\n[e]\nauthorityKeyIdentifier=keyid\n' >ca/conf
            args="-config ca/conf -cert $1/intermediate_cert.pem -keyfile $1/intermediate_key.pem"
            openssl ca $args -revoke "$1/leaf_cert.pem" 2>/dev/null
            openssl ca $args -gencrl -out leaf.crl 2>/dev/null
            rm -r ca
            """, folder.url.path, keys,
        ])
        kill(server.process.processIdentifier, SIGHUP)
        try wait("the reload") { server.events("reloaded").count == 1 }
        let refused = try server.provision(card, token: server.alice, body: try body(server))
        #expect(refused.status == 400)
        #expect(refused.reason == "certificate_revoked")
    }

    @Test func `the metrics listener counts requests by route, status and reason`() throws {
        let port = try freePort()
        let server = try RunningServer(
            database: try Demonstration.database(),
            settings: ["PASSWRIGHT_METRICS_LISTEN": "127.0.0.1:\(port)"])
        _ = try server.provision(server.card("frozen"), token: server.alice, body: try body(server))
        let answer = try RawHTTP.send(RawHTTP.request("GET", "/metrics"), port: port)
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status == 200)
        #expect(
            text.contains(
                #"passwright_requests_total{route="provisioning",status="409",reason="card_frozen"} 1"#))
        #expect(text.contains("passwright_development_mode 1\n"))
        #expect(text.contains("passwright_integrity_alarms_total 0\n"))
        #expect(try RawHTTP.send(RawHTTP.request("GET", "/cards"), port: port).status == 404)
        #expect(try server.get("/metrics").status == 404)
    }
}

/// What several threads came to.
final class Collected<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [Value] = []

    func add(_ value: Value) { lock.withLock { values.append(value) } }
    func removeAll() { lock.withLock { values = [] } }
    var all: [Value] { lock.withLock { values } }
}
