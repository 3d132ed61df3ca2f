import Foundation
import TestSupport
import Testing
import Wallet

/// Every state that a card can be in, and what is around it.
private struct CardState {
    static let statuses = [
        "active", "not_activated", "frozen", "blocked", "lost", "stolen", "expired", "closed",
    ]
    enum Network: String, CaseIterable {
        case supported, unset, other
    }

    let status: String
    let isPastExpiry: Bool
    let isBlocked: Bool
    let isProgramEnabled: Bool
    let isCardEnabled: Bool
    let network: Network

    static let all: [CardState] = statuses.flatMap { status in
        [false, true].flatMap { past in
            [false, true].flatMap { blocked in
                [false, true].flatMap { program in
                    [false, true].flatMap { card in
                        Network.allCases.map { network in
                            CardState(
                                status: status, isPastExpiry: past, isBlocked: blocked,
                                isProgramEnabled: program,
                                isCardEnabled: card, network: network)
                        }
                    }
                }
            }
        }
    }

    var program: String { "\(network)-\(isProgramEnabled ? "on" : "off")" }
    /// The first two are nobody's but this test's: alice is the one who is let in.
    var holder: String { isBlocked ? "bob" : "alice" }

    /// What the card is now: closed, lost and stolen stay what they are, whatever the date.
    var standing: String {
        isPastExpiry && !["closed", "lost", "stolen"].contains(status) ? "expired" : status
    }

    /// Why it may not be provisioned, in the order of the contract; null where it may.
    func reason(isPaused: Bool) -> String? {
        if isPaused { return "provisioning_paused" }
        if standing != "active" { return "card_\(standing)" }
        if isBlocked { return "cardholder_blocked" }
        if !isProgramEnabled { return "program_disabled" }
        if !isCardEnabled { return "card_disabled" }
        return network == .supported ? nil : "network_unsupported"
    }
}

@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct CardStateTests {
    /// The cards by id, each in its state, in a database of their own.
    private func load(_ database: TestDatabase, holders: [String: String]) throws -> [String: CardState] {
        var states: [String: CardState] = [:]
        var csv = "card_id,cardholder_id,program_id,pan,expiry,cardholder_name,status,virtual\n"
        for (index, state) in CardState.all.enumerated() {
            let id = "57a7e000-0000-4000-8000-" + String(format: "%012x", index)
            states[id] = state
            let expiry = state.isPastExpiry ? "2024-01" : "2040-12"
            csv +=
                "\(id),\(holders[state.holder]!),\(state.program),4111111111111111,\(expiry),A B,active,false\n"
        }
        let key = try FileManager.default.contentsOfDirectory(atPath: Demonstration.keys + "/vault")
            .first { $0.hasSuffix(".pub.pem") }!
        let sealed = try runProgram(
            builtBinary("passwright")!,
            ["vault", "seal", "--csv", "--public-key", Demonstration.keys + "/vault/" + key],
            input: Array(csv.utf8))
        #expect(sealed.code == 0, "\(sealed.errors)")
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("load.csv").path
        try Data(sealed.output.utf8).write(to: URL(fileURLWithPath: file))

        let programs = CardState.Network.allCases.flatMap { network in
            ["on", "off"].map { enabled in
                let configuration = network == .other ? 2 : 1
                return """
                    select admin.add_program('\(network)-\(enabled)', 'P', 'visa', 'Card', \
                    payload_configuration => \(configuration));
                    \(network == .unset ? "" : "select admin.set_activation('\(network)-\(enabled)', 'visa_mbpac', 'demo');")
                    select admin.\(enabled == "on" ? "enable" : "disable")_program('\(network)-\(enabled)');
                    """
            }
        }
        try database.sql(programs.joined(separator: "\n"))
        try run([
            "psql", "-Xq", "-v", "ON_ERROR_STOP=1", "-d", database.url, "-c",
            "\\copy admin.card_load from '\(file)' with (format csv, header match)", "-c",
            "select admin.add_loaded_cards()", "-o", "/dev/null",
        ])
        let rows = states.map { id, state in
            "('\(id)'::uuid, '\(state.status)', \(state.isCardEnabled))"
        }
        try database.sql(
            """
            update vault.cards card set status = state.status, in_app_provisioning = state.enabled,
              status_before_block = case state.status when 'blocked' then 'active' end
            from (values \(rows.joined(separator: ","))) as state (id, status, enabled) where card.id = state.id;
            select admin.block_cardholder('\(holders["bob"]!)');
            """)
        return states
    }

    @Test func `the list, the card and the provisioning never disagree, whatever state a card is in`() throws
    {
        let server = try RunningServer(database: try Demonstration.database())
        let states = try load(server.database, holders: try #require(server.fixtures.cardholders))
        #expect(states.count == 384)
        let tokens = ["alice": server.alice, "bob": server.bob]
        var counts: [String: Int] = [:]

        for isPaused in [false, true] {
            try server.database.sql(
                "select admin.\(isPaused ? "pause_provisioning('drill')" : "resume_provisioning()")")
            var listed: [String: JSONValue] = [:]
            for token in tokens.values {
                for card in try cards(try server.get("/cards", token: token)) {
                    listed[card["id"]!.text!] = card
                }
            }
            for (id, state) in states {
                let token = tokens[state.holder]!
                let reason = state.reason(isPaused: isPaused)
                let shown = try #require(try cards(try server.get("/cards/\(id)", token: token)).first)
                #expect(shown == listed[id], "\(state)")
                #expect(shown["status"] == .text(state.standing), "\(state)")
                #expect(shown["applePay"]?["eligible"] == .boolean(reason == nil), "\(state)")
                #expect(shown["applePay"]?["reason"] == reason.map(JSONValue.text) ?? .null, "\(state)")

                let answer = try server.provision(id, token: token, body: try server.phone().request().json())
                #expect(answer.status == (reason == nil ? 200 : isPaused ? 503 : 409), "\(state)")
                #expect(answer.reason == reason, "\(state)")
                counts[reason ?? "eligible", default: 0] += 1
            }
        }
        // Each reason came, and one state in 384 lets a card through.
        #expect(counts["eligible"] == 1)
        #expect(counts["provisioning_paused"] == 384)
        #expect(counts.count == 13)
    }

    private func cards(_ answer: RawAnswer) throws -> [JSONValue] {
        #expect(answer.status == 200)
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(answer.body))
        return value.list ?? [value]
    }
}
