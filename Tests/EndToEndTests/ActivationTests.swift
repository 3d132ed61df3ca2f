import Foundation
import Glibc
import TestSupport
import Testing
import Wallet

/// What the network says of the activation data, and what an operator sees where a key for it is missing.
@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct ActivationTests {
    private func wait(_ what: String, until good: () throws -> Bool) throws {
        for _ in 0..<300 {
            if try good() { return }
            Thread.sleep(forTimeInterval: 0.05)
        }
        Issue.record("it did not come to pass: \(what)")
    }

    /// What is said of the demonstration's program that has no provider.
    private static let unset = "an enabled program has no activation provider: amex-charge"

    /// The part `activation` of `/readyz`: why and for which programs, each a line.
    private func activation(_ server: RunningServer) throws -> (status: Int, lines: [String]) {
        let answer = try server.get("/readyz")
        let parts = answer.object["parts"] as? [[String: Any]] ?? []
        let lines = parts.filter { $0["part"] as? String == "activation" }.map { part in
            "\(part["why"] as? String ?? ""): \((part["programs"] as? [String] ?? []).joined(separator: ", "))"
        }
        return (answer.status, lines)
    }

    @Test(arguments: [
        ("active_visa", "visa", "Visa MBPAC"), ("active_mastercard", "mastercard", "Mastercard TAV"),
        ("active_otp", "visa", "issuer one-time password"),
    ])
    func `the simulated network accepts each program's own activation data`(
        card: String, network: String, check: String
    ) throws {
        let server = try RunningServer(database: try Demonstration.database())
        let fixtures = try #require(server.fixtures.activation)
        func key(_ path: String?) throws -> SimulatedKey {
            try SimulatedKey(publicKeyPEM: String(contentsOfFile: #require(path), encoding: .utf8))
        }
        let party = PaymentNetwork(
            otpKey: try key(fixtures.otpPublicKey), mastercardKey: try key(fixtures.mastercardPublicKey),
            visaKey: PaymentNetwork.visaKey(hex: try #require(fixtures.visaWSDKeyHex)),
            visaKeySetID: fixtures.visaKeySetID)
        let id = server.card(card)
        let request = try server.phone().request()
        let answer = try server.provision(id, token: server.alice, body: request.json())
        let pass = try PassAnswer(body: answer.body)
        let finding = party.finding(
            in: pass.activationData,
            PaymentNetwork.Question(
                card: id, details: server.fixtures.details(of: id), network: network, nonce: request.nonce,
                now: Int64(Date().timeIntervalSince1970)))
        #expect(finding.verdict == .passed, "\(finding.reason)")
        #expect(finding.check == check)
        let kept = try server.database.sql(
            "select count(*) from vault.provisioning_attempts where authcode_digest is not null")
        #expect(kept == (card == "active_visa" ? "1" : "0"))
    }

    @Test func `a key that is missing is 502, and named until it comes with SIGHUP`() throws {
        let folder = try TemporaryFolder()
        let keys = folder.url.appendingPathComponent("activation").path
        try run(["cp", "-pr", Demonstration.keys + "/activation", keys])
        let server = try RunningServer(
            database: try Demonstration.database(), settings: ["PASSWRIGHT_ACTIVATION_KEYS": keys])
        #expect(try activation(server) == (200, [Self.unset]))
        try server.database.sql("select admin.set_activation('mastercard-debit', 'mastercard_tav3', 'next')")

        let missing = "an enabled program's activation key is missing: mastercard-debit"
        try wait("the program is named") { try activation(server) == (503, [missing, Self.unset]) }
        let card = server.card("active_mastercard")
        let body = { try server.phone().request().json() }
        let refused = try server.provision(card, token: server.alice, body: try body())
        #expect(refused.status == 502)
        #expect(refused.error == "APPLE_PAY_PROVISIONING_FAILED")
        #expect(refused.reason == "activation_key_missing")
        let visa = try server.provision(server.card("active_visa"), token: server.alice, body: try body())
        #expect(visa.status == 200)

        try run(["cp", "-p", keys + "/demo.tav.pem", keys + "/next.tav.pem"])
        kill(server.process.processIdentifier, SIGHUP)
        try wait("the server is ready") { try activation(server) == (200, [Self.unset]) }
        #expect(try server.provision(card, token: server.alice, body: try body()).status == 200)
    }

    @Test func `a program without a provider is 409, and named without sending requests elsewhere`() throws {
        let server = try RunningServer(database: try Demonstration.database())
        try server.database.sql(
            """
            select admin.add_program('amex-credit', 'Amex credit', 'amex', 'The Card');
            update vault.programs set activation_provider = null, activation_key = null where id = 'visa-virtual'
            """)
        let unset = "an enabled program has no activation provider: amex-charge, amex-credit, visa-virtual"
        try wait("the programs are named") { try activation(server) == (200, [unset]) }
        let answer = try server.provision(
            server.card("active_otp"), token: server.alice, body: try server.phone().request().json())
        #expect(answer.status == 409)
        #expect(answer.reason == "network_unsupported")
        try server.database.sql(
            "select admin.disable_program('amex-credit'), admin.disable_program('visa-virtual')")
        try wait("a disabled program is nobody's concern") { try activation(server) == (200, [Self.unset]) }

        // As a later schema may have it: this server has no key for what it does not know.
        try server.database.sql(
            """
            alter table vault.programs drop constraint "an activation provider is one that exists";
            update vault.programs set activation_provider = 'amex_later' where id = 'visa-debit'
            """)
        let missing = "an enabled program's activation key is missing: visa-debit"
        try wait("an unknown provider is named") { try activation(server) == (503, [missing, Self.unset]) }
    }
}
