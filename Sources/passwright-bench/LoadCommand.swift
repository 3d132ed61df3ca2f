import Foundation
import Wallet

/// `passwright-bench load`: provisioning requests as fast as the answers come, or at a rate.
enum LoadCommand {
    static let usage = """
        passwright-bench load [--fixtures .local/fixtures.json] [--url U] [--cards FILE]
                              [--requests N | --rate N,N,... --seconds N] [--connections N] [--new-leaves]
                              [--open N] [--healthz] [--flood N] [--cpu NAME=PID]... [--json] [--svg FILE]

          Without --rate a closed loop: each connection sends its next request when it has its last one's answer.
          With it an open loop: each request has its instant, and its latency counts from there, however late it
          could be sent. Every request has a fresh nonce and its signature, and a card drawn at random; all are made
          before the clock starts. Answers with 503 are counted by themselves: the server had enough to do.
          --cards FILE       lines of card id, cardholder id, and a first line that names them; else the active
                             cards of the fixtures. Tokens are minted with the fixtures' signing key
        \(LoadOptions.usage)
          --json             JSON for machines, one object a line and run
          --svg FILE         draw latency against offered load; with two rates or more

        """

    static func run(_ words: ArraySlice<String>) throws(Arguments.Mistake) -> ExitStatus {
        let arguments = try Arguments(
            words, options: LoadOptions.options.union(["--fixtures", "--url", "--cards", "--svg"]),
            repeated: ["--cpu"], flags: ["--json", "--healthz", "--new-leaves"])
        let options = try LoadOptions(arguments)
        guard arguments["--svg"] == nil || options.rates.count >= 2 else {
            throw Arguments.Mistake(text: "--svg draws a line through two rates or more")
        }
        var reports: [LoadReport] = []
        do throws(LoadSetup.Defect) {
            var bench = try LoadBench(arguments, options)
            for rate in options.rates.isEmpty ? [nil] : options.rates.map(Optional.some) {
                let report = try bench.run(at: rate)
                print(arguments.has("--json") ? report.json() : report.text())
                reports.append(report)
            }
        } catch {
            complain(error.sentence)
            return .configuration
        }
        if let path = arguments["--svg"] {
            let drawing = LatencyChart(reports).svg()
            guard FileManager.default.createFile(atPath: path, contents: Data(drawing.utf8)) else {
                complain("\(path) cannot be written.")
                return .configuration
            }
        }
        return reports.allSatisfy(\.isGood) ? .good : .no
    }
}
