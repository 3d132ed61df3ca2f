import Cryptography
import Foundation
import Provisioning
import Testing
import Vault
import Wallet

/// Runs one request and gives its error and what the store was told of it.
private func failure(
    _ issuer: TestIssuer, _ store: MemoryStore, _ provisioner: Provisioner? = nil
) throws -> Failure? {
    let provisioner = try provisioner ?? issuer.provisioner()
    var checks = untimedChecks()
    let request = issuer.request()
    do {
        _ = try provisioner.provision(request, store: store, now: testTime, checks: &checks)
        return nil
    } catch .failed(let failure) {
        #expect(store.failures.map(\.attempt) == [request.attempt])
        #expect(store.failures.map(\.failure) == [failure])
        let told = try #require(store.failures.first).checks
        let asked = try #require(store.questions.first).checks
        // The store has the lines up to its own, `authorise`; it is told those that came after, the failed one last.
        #expect(told.first.map { "\($0.rule)" } == "vault")
        #expect(told.last?.verdict == .failed)
        #expect(checks.lines.count == asked.count + 1 + told.count)
        return failure
    } catch {
        Issue.record("\(error)")
        return nil
    }
}

private func lastLine(_ store: MemoryStore) -> String? {
    store.failures.last?.checks.last.map { "\($0.rule): \($0.detail)" }
}

@Suite struct `Provisioner, failures after the attempt is committed` {
    /// What one who can write rows may try, to provision a card whose PAN he does not know.
    enum Swap: CaseIterable {
        case anotherCardsPAN, anothersPAN, laterExpiry, otherLastFour, flippedByte, cutShort, empty
        case newerVersion, retiredKey
    }

    private func card(_ swap: Swap, _ issuer: TestIssuer) throws -> (AuthorisedCard, String) {
        var victim = issuer
        var sealed = try issuer.sealedPAN()
        switch swap {
        case .anotherCardsPAN:
            victim.sealedFor = PANContext(
                card: UUID(), cardholder: "alice", expiryMonth: 12, expiryYear: 2030)
            return (try victim.card(), "does not open")
        case .anothersPAN:
            victim.sealedFor = PANContext(
                card: issuer.cardID, cardholder: "bob", expiryMonth: 12, expiryYear: 2030)
            return (try victim.card(), "does not open")
        case .laterExpiry: return (try issuer.card(year: 2031), "does not open")
        case .otherLastFour: return (try issuer.card(lastFour: "1112"), "last four differ")
        case .flippedByte:
            sealed[sealed.count - 20] ^= 1
            return (try issuer.card(sealed: sealed), "does not open")
        case .cutShort: return (try issuer.card(sealed: Array(sealed.dropLast(20))), "malformed")
        case .empty: return (try issuer.card(sealed: []), "malformed")
        case .newerVersion:
            sealed[0] = 2
            return (try issuer.card(sealed: sealed), "unknown version")
        case .retiredKey:
            sealed[1] ^= 1
            return (try issuer.card(sealed: sealed), "unknown key")
        }
    }

    @Test(arguments: Swap.allCases)
    func `an insider's row does not open`(swap: Swap) throws {
        let issuer = try TestIssuer()
        let (card, detail) = try card(swap, issuer)
        let store = try issuer.store(card)
        #expect(try failure(issuer, store) == .vaultCannotOpen)
        #expect(lastLine(store) == "vault: \(detail)")
        #expect(!issuer.journal.entries.contains("ephemeral key"))
    }

    @Test func `a row that names the sealed PAN's owner does not open for another caller`() throws {
        // The store says that the card is alice's, and it is; but bob asked.
        let alice = try TestIssuer()
        var bob = alice
        bob.cardholder = "bob"
        let store = try alice.store(alice.card())
        #expect(try failure(bob, store, alice.provisioner()) == .vaultCannotOpen)
    }

    @Test func `an activation key that is missing is a failure after the PAN was opened`() throws {
        let issuer = try TestIssuer()
        let store = try issuer.store(issuer.card(activationKey: "gone"))
        #expect(try failure(issuer, store) == .activationKeyMissing)
        #expect(lastLine(store) == "activation: ")
        #expect(issuer.journal.entries == ["authorise", "vault", "fail"])
    }

    @Test(arguments: ActivationProvider.allCases)
    func `a key that is missing for any provider is a failure and not an answer`(
        provider: ActivationProvider
    ) throws {
        let issuer = try TestIssuer()
        let store = try issuer.store(issuer.card(activation: provider, activationKey: "gone"))
        #expect(try failure(issuer, store) == .activationKeyMissing)
    }

    @Test func `no randomness after the attempt is a failed activation`() throws {
        let issuer = try TestIssuer()
        let store = try issuer.store(issuer.card(activation: .visaMBPAC))
        let dice = Dice([Dice.authcode("ABCDEF")])
        #expect(
            try failure(issuer, store, issuer.provisioner(randomness: dice.randomness)) == .activationFailed)
        #expect(lastLine(store) == "activation: ")
    }

    @Test func `no randomness for an authcode asks no store and opens no PAN`() throws {
        let issuer = try TestIssuer()
        let store = try issuer.store()
        let provisioner = try issuer.provisioner(randomness: Dice([]).randomness)
        var checks = untimedChecks()
        #expect {
            try provisioner.provision(issuer.request(), store: store, now: testTime, checks: &checks)
        } throws: { error in
            guard case ProvisioningError.failed(.activationFailed) = error else { return false }
            return true
        }
        #expect(issuer.journal.entries == [])
        #expect(checks.lines.last.map { "\($0.rule): \($0.detail)" } == "authorise: no authcode")
    }

    @Test func `no ephemeral key is a failed encryption, tried once`() throws {
        let issuer = try TestIssuer()
        let store = try issuer.store()
        let provisioner = try issuer.provisioner(freshKey: { () throws(CryptographyError) in
            throw CryptographyError("EVP_PKEY_keygen")
        })
        #expect(try failure(issuer, store, provisioner) == .encryptionFailed)
        #expect(lastLine(store) == "ecc_v2: ")
        #expect(issuer.journal.entries == ["authorise", "vault", "ephemeral key", "fail"])
    }

    @Test(arguments: [StoreError.unavailable, .timedOut])
    func `a failure that cannot be written is the same failure`(error: StoreError) throws {
        let issuer = try TestIssuer()
        let store = try issuer.store(issuer.card(lastFour: "0000"))
        store.outageOnFail = error
        #expect(try failure(issuer, store) == .vaultCannotOpen)
        #expect(issuer.journal.entries.last == "fail")
    }

    @Test func `nothing that was secret shows when a provisioner is printed`() throws {
        let issuer = try TestIssuer()
        var printed = ""
        dump(try issuer.provisioner(), to: &printed)
        printed += "\(try issuer.provisioner()) \(String(reflecting: try issuer.provisioner()))"
        #expect(!printed.contains("7, 7, 7"))
        // The WSD key's bytes, and its hexadecimal as in the file.
        #expect(!printed.contains("35, 69, 103") && !printed.contains("0123456789"))
        #expect(!printed.contains("SecretBytes("))
    }
}
