import Foundation
import TestSupport
import Testing
import Wallet

/// Every block of SQL of db/README.md, pasted in its order by the one whom its first line names, on a cluster of its own
/// with the demonstration in it; what comes out is looked at, block by block.
@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct AdministratorsBookTests {
    private struct Block {
        let language: String
        let lines: [String]

        /// `-- carol: add a card` as the first line.
        var role: String { String(lines[0].dropFirst(3).prefix { $0 != ":" }) }
        var title: String { String(lines[0].drop { $0 != ":" }.dropFirst(2)) }
        var text: String { lines.joined(separator: "\n") + "\n" }
    }

    private func blocks() throws -> [Block] {
        let text = try String(
            contentsOf: projectFolder.appendingPathComponent("db/README.md"), encoding: .utf8)
        return text.components(separatedBy: "```").enumerated().filter { !$0.offset.isMultiple(of: 2) }
            .map { _, block in
                let lines = block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                return Block(language: lines[0], lines: lines.dropFirst().filter { !$0.isEmpty })
            }
    }

    private static let carmen = "7f0c3c1e-5a0e-4a57-9d0e-3f6f4b6a1c55"
    private static let card = "0b5e7c1a-6f2d-4c55-8f0e-2f9f6a3b7c1"
    private static let request = "7d1a2f6e-6b1c-4a55-9d0e-0c5f3c1d2e3f"

    /// What must stand in the answers to each block, in this order.
    private static let answers: [(title: String, parts: [String])] = [
        (
            "a login for the server and for each person, each with one group",
            Array(repeating: "CREATE ROLE", count: 1) + Array(repeating: "ALTER ROLE", count: 3)
                + Array(repeating: "CREATE ROLE", count: 4) + Array(repeating: "ALTER ROLE", count: 2)
        ),
        (
            "who may do what",
            [
                "passwright_admin|carol|t", "passwright_admin|dave|t", "passwright_auditor|audrey|t",
                "passwright_custodian|carl|t", "passwright_server|passwright_app|t",
            ]
        ),
        ("somebody leaves", ["ALTER ROLE", "REVOKE ROLE", "(0 rows)"]),
        ("add a cardholder", [carmen, "\(carmen)|Carmen Example||0"]),
        (
            "add two programs",
            [
                "gold-visa|visa|t|issuer_otp|demo", "mc|mastercard|t|mastercard_tav4|demo",
                "visa-debit|visa|t|visa_mbpac|demo",
            ]
        ),
        ("block a cardholder, and let him again", ["\nblocked\n", "\nnot blocked\n"]),
        ("switch a program off, and on", ["\ndisabled\n", "\nenabled\n"]),
        ("add a card, and activate it", ["\nactive\n", "\(card)0|gold-visa|1111|12|2030|active|\n(1 row)"]),
        (
            "freeze a card, block it, keep it from Apple Pay, and back",
            ["\nfrozen\n", "\nactive\n", "\nblocked\n", "\nactive\n", "\ndisabled\n", "\nenabled\n"]
        ),
        ("renew a card", ["renew_card\nactive\n"]),
        (
            "load many cards, all or none",
            [
                "COPY 2", "\(card)1|\(carmen)|gold-visa|4242", "\(card)2|\(carmen)|mc|4444",
                "add_loaded_cards\n2\n",
            ]
        ),
        ("report a loss, and close the card", ["\nlost\n", "\nclosed\n"]),
        ("pause every provisioning, and resume", ["|incident 12\n(1 row)", "resume_provisioning"]),
        ("allowances", ["10|01:00:00|30|01:00:00"]),
        ("drop old attempts", ["drop_attempts_before\n3\n"]),
        ("who keeps the administrators waiting, and since when", ["pid|usename|state|since", "(0 rows)"]),
        (
            "from a request id to what was looked at",
            [
                "|mobile_phone|", "|refused|APPLE_PAY_NOT_AVAILABLE|card_frozen|leaf\n(1 row)",
                "1|body|passed|", "2|C01|passed|", "9|C08|passed|", "14|nonce_signature|passed|",
                "15|authorise|refused|", "|card_frozen\n(15 rows)",
            ]
        ),
        (
            "the latest attempts of a cardholder, with his cards",
            [
                "|1111|mobile_phone|authorised|\n", "|1881|mobile_phone|refused|card_frozen\n",
                "|frozen|t|card_frozen\n",
            ]
        ),
        ("refusals by reason since yesterday", ["|refused|APPLE_PAY_NOT_AVAILABLE|card_frozen|1|1\n(1 row)"]),
        ("which vault keys are needed (5. the old key must not be listed any more)", ["|17|0\n(1 row)"]),
        ("verify the chain, and keep its head", ["\nt|", "|||"]),
        ("hold the chain against a head that was kept", ["\nt|\n(1 row)"]),
        (
            "who did what, and to that card",
            ["|carol|add_loaded_cards|cards|", "|carol|renew_card|", "|carol|add_card|"]
        ),
    ]

    @Test func `every block of SQL of the database's README works where it is pasted, and does what it says`()
        throws
    {
        let cluster = try PrivateCluster()
        let server = try RunningServer(
            database: try Demonstration.database(), settings: ["PASSWRIGHT_DATABASE": cluster.serverURL])
        let folder = try TemporaryFolder()
        try makeAttempts(server, cluster)

        // sqitch asks for its tables before it has them.
        let written = try cluster.log.count
        let blocks = try blocks()
        #expect(blocks.filter { $0.language == "sql" }.map(\.title) == Self.answers.map(\.title))
        var answers = Self.answers
        for block in blocks {
            switch block.language {
            case "csv":
                try Data(block.text.utf8).write(to: folder.url.appendingPathComponent("clear.csv"))
            case "sh" where block.text.contains("vault seal"):
                try seal(block, in: folder.url)
            case "sql":
                let (title, parts) = answers.removeFirst()
                let output = try paste(block, in: folder.url, cluster)
                var rest = output[...]
                for part in parts {
                    let found = rest.range(of: part)
                    #expect(found != nil, "\(title): \(part) is not in\n\(output)")
                    rest = found.map { rest[$0.upperBound...] } ?? rest
                }
            default: break
            }
        }
        try cardOpens(server)
        let log = try cluster.log
        #expect(!log.dropFirst(written).contains("ERROR"))
        for mark in Demonstration.pans.flatMap(Marks.of) { #expect(!log.contains(mark)) }
    }

    /// As its first line says, in a session of its own.
    private func paste(_ block: Block, in folder: URL, _ cluster: PrivateCluster) throws -> String {
        let file = folder.appendingPathComponent("block.sql")
        try Data(block.text.utf8).write(to: file)
        return try run([
            "bash", "-euc", #"cd "$0"; psql -X -A -v ON_ERROR_STOP=1 -d "$1" -f block.sql 2>&1"#, folder.path,
            try cluster.url(role: block.role),
        ]) + "\n"
    }

    /// The command, and what its comment says is typed into it; the demonstration's vault key is the key.
    private func seal(_ block: Block, in folder: URL) throws {
        let typed = block.lines.filter { $0.hasPrefix("# ") }.map { $0.dropFirst(2) + "\n" }.joined()
        let command = try #require(block.lines.first { $0.contains("vault seal") })
            .replacing("vault-<key id>.pub.pem", with: "\"$1\"").components(separatedBy: "   #")[0]
        try Data(typed.utf8).write(to: folder.appendingPathComponent("typed"))
        let key = try run(["bash", "-c", "ls \"$0\"/vault-*.pub.pem", try Demonstration.keys + "/vault"])
        let input = command.contains("--csv") ? "" : " < typed"
        try run(
            ["bash", "-euc", "cd \"$0\"; \(command)\(input)", folder.path, key],
            environment: ["PATH": "\(Demonstration.binaries):\(ProcessInfo.processInfo.environment["PATH"]!)"]
        )
    }

    /// One refused under the request id that the README asks for, one authorised, and three of long ago.
    private func makeAttempts(_ server: RunningServer, _ cluster: PrivateCluster) throws {
        let refused = try server.provision(
            server.card("frozen"), token: server.alice, body: try server.phone().request().json(),
            headers: [("X-Request-Id", Self.request)])
        #expect(refused.reason == "card_frozen")
        let good = try server.provision(
            server.card("active_visa"), token: server.alice, body: try server.phone().request().json())
        #expect(good.status == 200)
        try run([
            "psql", "-Xq", "-v", "ON_ERROR_STOP=1", "-d", try cluster.url(role: "postgres"), "-c",
            """
            insert into vault.provisioning_attempts (
              id, request_id, cardholder, outcome, checks, nonce_policy, created_at)
            select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || right(md5(at::text), 19))::uuid,
              gen_random_uuid(), 'somebody', 'authorised', '[]', 'leaf', at
            from unnest(array['2024-01-01Z', '2025-06-01Z', '2025-12-31 23:59:59Z']::timestamptz[]) at
            """,
        ])
    }

    /// The card that was added and renewed goes into the wallet, and the server is as ready as it was.
    private func cardOpens(_ server: RunningServer) throws {
        let jwt = try #require(server.fixtures.jwt)
        let token = try runProgram(
            #require(builtBinary("passwright")),
            [
                "token", "--key", jwt.signingKey!, "--kid", jwt.kid!, "--issuer", jwt.issuer!, "--audience",
                jwt.audience!, "--cardholder", Self.carmen,
            ], environment: ["PASSWRIGHT_MODE": "development"]
        ).output.trimmingCharacters(in: .newlines)
        let answer = try server.provision(
            Self.card + "0", token: token, body: try server.phone().request().json())
        #expect(answer.status == 200)
        #expect(try server.get("/readyz").status == 200)
    }
}
