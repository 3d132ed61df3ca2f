import Foundation
import Wallet

/// `passwright-bench load`: provisioning requests as fast as the answers come, over a fixed number of connections.
enum LoadCommand {
    static let usage = """
        passwright-bench load [--fixtures .local/fixtures.json] [--url U] [--cards FILE] [--requests 2000]
                              [--connections 8] [--cpu NAME=PID]... [--json]

          A closed loop: each connection sends its next request when it has its last one's answer. Every request
          has a fresh nonce and its signature, and a card drawn at random; all are made before the clock starts.
          --cards FILE       lines of card id, cardholder id, and a first line that names them; else the active
                             cards of the fixtures. Tokens are minted with the fixtures' signing key
          --requests N       in all, 1 to 1000000
          --connections N    1 to 1000
          --cpu NAME=PID     also print the processor time a request of this process and its children; once or more
          --json             one JSON object for machines

        """

    static func run(_ words: ArraySlice<String>) throws(Arguments.Mistake) -> ExitStatus {
        let arguments = try Arguments(
            words, options: ["--fixtures", "--url", "--cards", "--requests", "--connections"],
            repeated: ["--cpu"], flags: ["--json"])
        let connections = try arguments.number("--connections", 1...1000, otherwise: 8)
        let count = try arguments.number("--requests", 1...1_000_000, otherwise: 2000)
        var processes: [(name: String, tree: ProcessTree)] = []
        for word in arguments.all("--cpu") {
            let parts = word.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let pid = Int32(parts[1]), pid > 0 else {
                throw Arguments.Mistake(text: "--cpu is NAME=PID")
            }
            processes.append((String(parts[0]), ProcessTree(root: pid)))
        }
        let load: Load
        do throws(LoadSetup.Defect) {
            load = try LoadSetup(arguments).load(count)
        } catch {
            complain(error.sentence)
            return .configuration
        }
        let before = processes.map { $0.tree.times() }
        let outcome = ClosedLoop(load: load, connections: connections).run()
        let spent = zip(processes, before).map { process, before in
            (process.name, process.tree.nanoseconds(since: before))
        }
        let report = LoadReport(outcome: outcome, connections: connections, processorTime: spent)
        print(arguments.has("--json") ? report.json() : report.text())
        return outcome.count(of: 200) == count ? .good : .no
    }
}
