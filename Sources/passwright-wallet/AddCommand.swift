import Foundation
import Wallet

/// `passwright-wallet add`: adds one card to the simulated wallet through a running server.
enum AddCommand {
    static let usage = """
        passwright-wallet add [--url U] [--token T | --token-file F] [--card ID]
                              [--cardholder alice] [--card-name active_visa] [--device mobile_phone | watch]
                              [--product-type P] [--fixtures .local/fixtures.json] [--pki FOLDER] [--json]

          Plays the phone, Apple and the network against a server, prints a line for each check, then what the
          phone would show. What is not given is read from the fixtures file.
          --card        the card's id; else the one that the fixtures list for --cardholder and --card-name
          --token-file  a token in a file: on a command line others can read it
          --pki         the simulated chain, as `pki` made it, in place of the one that the fixtures name
          --json        one JSON object for machines

        """

    private static let options: Set<String> = [
        "--url", "--token", "--token-file", "--card", "--cardholder", "--card-name", "--device",
        "--product-type", "--fixtures", "--pki",
    ]

    static func run(_ words: ArraySlice<String>) throws(Arguments.Mistake) -> ExitStatus {
        let arguments = try Arguments(words, options: options, flags: ["--json"])
        let order: AddCard
        do {
            order = try AddSetup(arguments).order(now: Int64(Date().timeIntervalSince1970))
        } catch {
            switch error {
            case .usage(let text): throw Arguments.Mistake(text: text)
            case .configuration(let text):
                complain(text)
                return .configuration
            }
        }
        let report = order.run()
        if arguments.has("--json") {
            print(report.json())
        } else {
            print(report.text(Screen.style(ProcessInfo.processInfo.environment)))
        }
        return report.added ? .good : .no
    }
}
