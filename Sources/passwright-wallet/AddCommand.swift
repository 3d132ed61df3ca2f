import Foundation
import Wallet

/// `passwright-wallet add`: adds one card to the simulated wallet through a running server.
enum AddCommand {
    static let usage = """
        passwright-wallet add [--url U] [--token T | --token-file F] [--card ID]
                              [--cardholder alice] [--card-name active_visa | --network N]
                              [--device mobile_phone | watch] [--product-type P]
                              [--fixtures .local/fixtures.json] [--pki FOLDER]
                              [--save FILE [--save-secrets]] [--json] [--all | --chaos [--seed N]]

          Plays the phone, Apple and the network against a server, draws the exchange as it happens with a line for
          each check, then what the phone would show, and what to change where it is not the card. What is not given
          is read from the fixtures file.
          --card         the card's id; else the one that the fixtures list for --cardholder and --card-name
          --network      visa, mastercard, otp or amex: short for --card-name active_visa and so on
          --token-file   a token in a file: on a command line others can read it
          --pki          the simulated chain, as `pki` made it, in place of the one that the fixtures name
          --save         writes request and answer to FILE (mode 0600) for `explain`: no token, no private key
          --save-secrets adds the leaf's private key and the card's details, so that FILE alone is enough
          --json         one JSON object for machines
          --all          adds each card whose name in the fixtures begins with active_, to an iPhone and to a watch:
                         a line each
          --chaos        plays an awkward phone: drops connections, sends late and twice, uses a nonce again; a verdict
                         each. It takes about a dozen of the card's allowance
          --seed N       the same chaos again

        """

    private static let options: Set<String> = [
        "--url", "--token", "--token-file", "--card", "--cardholder", "--card-name", "--network", "--device",
        "--product-type", "--fixtures", "--pki", "--save", "--seed",
    ]

    static func run(_ words: ArraySlice<String>) throws(Arguments.Mistake) -> ExitStatus {
        let arguments = try Arguments(
            words, options: options, flags: ["--json", "--all", "--chaos", "--save-secrets"])
        guard arguments["--save"] != nil || !arguments.has("--save-secrets") else {
            throw Arguments.Mistake(text: "--save-secrets needs --save")
        }
        let order: AddCard
        do {
            if arguments.has("--all") { return try AllCommand.run(arguments) }
            order = try AddSetup(arguments).order(now: Int64(Date().timeIntervalSince1970))
        } catch {
            return try AddSetup.ended(error)
        }
        if arguments.has("--chaos") { return try ChaosCommand.run(order, arguments) }
        let report = shown(order, arguments)
        if let path = arguments["--save"] {
            guard save(report, order, path, withSecrets: arguments.has("--save-secrets")) else {
                return .configuration
            }
        }
        return report.added ? .good : .no
    }

    private static func shown(_ order: AddCard, _ arguments: Arguments) -> AddReport {
        if arguments.has("--json") {
            let report = order.run()
            print(report.json())
            return report
        }
        let style = Screen.style(ProcessInfo.processInfo.environment)
        Screen.show(order.report().heading(style))
        let report = order.run { step in Screen.show(style.drawn(step)) }
        Screen.show(report.ending(style))
        return report
    }

    /// Writes what `explain` needs and says on standard error what the file holds; whether it is written.
    private static func save(_ report: AddReport, _ order: AddCard, _ path: String, withSecrets: Bool) -> Bool
    {
        guard var exchange = report.exchange else {
            complain("\(path) is not written: no answer came.")
            return true
        }
        if withSecrets, let pem = try? order.phone.leafKey.privateKeyPEM() {
            exchange.secrets = .init(leafKey: pem, details: order.details)
        }
        do { try exchange.write(to: path) } catch {
            let reason = unsafe String(cString: strerror(error.code))
            complain("\(path) cannot be written: \(reason).")
            return false
        }
        complain(
            withSecrets
                ? "\(path) holds request, answer, the leaf's private key and the card's details: keep it secret."
                : "\(path) holds request and answer, no token and no private key.")
        return true
    }
}
