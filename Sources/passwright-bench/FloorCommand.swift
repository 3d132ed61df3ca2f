import Foundation
import Wallet

/// `passwright-bench floor`: what a provisioning costs in OpenSSL alone, on this machine.
enum FloorCommand {
    static let usage = """
        passwright-bench floor [--token ES256] [--nonce leaf] [--activation issuer_otp] [--rounds 40] [--json]

          The operations that no server can do without, each over the same OpenSSL with its keys and contexts made
          beforehand: verifying token and nonce signature, the vault's key agreement and opening, the activation
          data, a fresh key, its agreement with the leaf, sealing and the check of what was sealed. Their sum is the
          floor of a request whose chain the server remembers (warm); reading a new leaf and verifying its signature
          come on top where it has not seen the leaf (cold). Nothing of HTTP, JSON, database or log is in it.
        \(FloorConfiguration.usage)
          --rounds N         1 to 10000
          --json             one JSON object for machines

        """

    static func run(_ words: ArraySlice<String>) throws(Arguments.Mistake) -> ExitStatus {
        let arguments = try Arguments(
            words, options: FloorConfiguration.options.union(["--rounds"]), repeated: [], flags: ["--json"])
        let configuration = try FloorConfiguration(arguments)
        let rounds = try arguments.number("--rounds", 1...10_000, otherwise: 40)
        var floor = Floor()
        do throws(WalletError) { try floor.measure(rounds: rounds) } catch {
            complain("OpenSSL does not do what it should.")
            return .configuration
        }
        let report = FloorReport(floor: floor, configuration: configuration)
        print(arguments.has("--json") ? report.json() : report.text())
        return .good
    }
}
