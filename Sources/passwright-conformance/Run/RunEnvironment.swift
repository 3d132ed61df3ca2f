import Foundation
import Wallet

/// What a reader must know to judge a run: what was asked, of what, with what.
struct RunEnvironment {
    let deployment: Deployment
    let selection: Selection
    let asked: Int
    let repeats: Int

    var facts: [(name: String, value: String)] {
        let fixtures = deployment.fixtures
        let holders = fixtures.cards?.count ?? 0
        let cards = (fixtures.cards ?? [:]).values.reduce(0) { $0 + $1.count }
        let has = [
            ("simulated chain", deployment.phone != nil), ("its private keys", deployment.pki != nil),
            ("token key", deployment.tokenKey != nil), ("Visa key", deployment.network.visaKey != nil),
            ("Mastercard key", deployment.network.mastercardKey != nil),
            ("one-time password key", deployment.network.otpKey != nil),
            ("card details", !(fixtures.cardDetails ?? [:]).isEmpty), ("metrics", fixtures.metricsURL != nil),
            ("administrator's access", fixtures.adminDSN != nil),
            ("stop command", deployment.stopCommand != nil),
        ]
        return [
            ("Transport", deployment.address.isTLS ? "TLS, certificate checked" : "plain HTTP"),
            (
                "Cases",
                "\(asked) of \(Catalogue.cases.count) selected"
                    + (repeats > 1 ? ", \(repeats) times each" : "")
            ),
            ("Selection", chosen),
            ("Cardholders and cards", "\(holders) and \(cards)"),
            ("Known of the deployment", has.filter(\.1).map(\.0).joined(separator: ", ")),
            ("Not known", has.filter { !$0.1 }.map(\.0).joined(separator: ", ")),
            (
                "Nonce signature",
                fixtures.nonceSignature == "leaf" ? "by the simulated leaf's key" : "not said"
            ),
            ("Patience", "\(deployment.client.seconds) s for an answer"),
            ("Asked from", ProcessInfo.processInfo.operatingSystemVersionString),
        ].filter { !$0.1.isEmpty }.map { (name: $0.0, value: $0.1) }
    }

    private var chosen: String {
        let profiles = selection.profiles.map { $0.map(\.rawValue).sorted().joined(separator: ", ") }
        let patterns = selection.patterns.isEmpty ? nil : selection.patterns.joined(separator: ", ")
        return [profiles.map { "profiles \($0)" }, patterns.map { "cases \($0)" }].compactMap { $0 }
            .joined(separator: "; ")
    }
}
