import Foundation
import TestSupport
import Testing
import Wallet

@testable import passwright_conformance

/// A deployment of which everything is known, whoever answers at its address; and what is secret in it.
struct TestDeployment {
    static let pan = "4111111111111111"
    static let token =
        "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbGljZS1leGFtcGxlIn0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbi1vZi1hbGljZQ"
    static let card = "a11ce000-0000-4000-8000-000000000001"

    let deployment: Deployment
    let pki: SimulatedPKI

    /// At `address`, with so much patience for an answer.
    init(_ address: String, seconds: Int = 1) throws {
        pki = try SimulatedPKI.make(now: Int64(Date().timeIntervalSince1970))
        let other = "a11ce000-0000-4000-8000-000000000002"
        var fixtures = Fixtures()
        fixtures.url = address
        fixtures.metricsURL = "\(address)/metrics"
        fixtures.tokens = ["alice": TestDeployment.token, "bob": TestDeployment.token + "2"]
        let names = [
            "active_otp", "frozen", "blocked", "lost", "stolen", "expired", "closed", "not_activated",
            "program_disabled", "card_disabled",
        ]
        fixtures.cards = [
            "alice": ["active_visa": TestDeployment.card, "active_mastercard": other]
                .merging(names.map { ($0, UUID().uuidString.lowercased()) }) { first, _ in first },
            "bob": ["active_visa": "b0b00000-0000-4000-8000-000000000001"],
        ]
        let details = CardDetails(
            pan: TestPAN(TestDeployment.pan), expiryMonth: 12, expiryYear: 2030,
            cardholderName: "ALICE EXAMPLE")
        fixtures.cardDetails = [TestDeployment.card: details, other: details]
        fixtures.nonceSignature = "leaf"
        var redactor = Redactor()
        for token in fixtures.tokens!.values { redactor.hide(token: token) }
        for certificate in pki.certificates { redactor.hide(certificate, as: "certificate") }
        deployment = Deployment(
            client: try Client(#require(Address(address)), seconds: seconds), fixtures: fixtures,
            phone: Phone(certificates: pki.certificates, leafKey: pki.leafKey, device: .mobilePhone),
            pki: pki,
            tokenKey: try SimulatedKey(.p256),
            network: PaymentNetwork(visaKey: [UInt8](repeating: 7, count: 16)), stopCommand: nil,
            redactor: redactor)
    }

    /// Of the catalogue what must be accepted and every eighth refusal, without those whose business is to wait: enough
    /// to meet every way of asking.
    static let sample: [Case] = {
        let refused = Catalogue.cases.filter(\.mustBeRefused).enumerated().filter {
            $0.offset.isMultiple(of: 8)
        }
        return (Catalogue.cases.filter { !$0.mustBeRefused } + refused.map(\.element)).filter {
            $0.rule != .slowRequest
        }
    }()

    /// Asks the cases, and gives what a report is made of.
    func run(_ cases: [Case] = sample) -> RunResult {
        let start = ContinuousClock.now
        let results = Runner(deployment, cases) { _, _ in }.run()
        return RunResult(
            results: results, unselected: 0, repeats: 1, started: 1_800_000_000,
            seconds: start.duration(to: .now) / .seconds(1), target: deployment.address.text,
            environment: RunEnvironment(
                deployment: deployment, selection: Selection(), asked: cases.count, repeats: 1
            ).facts)
    }
}

/// The four reports of a run.
func reports(_ result: RunResult) -> [(format: String, text: String)] {
    let screen = Screen(width: 100, isColoured: false, isLive: false)
    return [
        ("terminal", TerminalReport(result: result, screen: screen, isQuiet: false).text),
        ("JSON", JSONReport(result).text), ("JUnit", JUnitReport(result: result).text),
        ("HTML", HTMLReport(result: result).text),
    ]
}
