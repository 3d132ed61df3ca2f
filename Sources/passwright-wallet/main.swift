import Foundation
import Wallet

let words = CommandLine.arguments.dropFirst()
let version = "1.0.0"
let commands = ["add": AddCommand.usage, "explain": ExplainCommand.usage, "pki": PKICommand.usage]
let usage = """
    passwright-wallet plays the iPhone, Apple's server and the payment network.

    \(AddCommand.usage)
    \(ExplainCommand.usage)
    \(PKICommand.usage)

    Exit status: 0 good, 1 the answer is no, 2 wrong usage, 78 wrong configuration.
    """

// A proxy that the environment names is for other machines: this one's own servers are called directly.
let direct = ["127.0.0.1", "localhost", "::1"]
let excused = ProcessInfo.processInfo.environment["no_proxy"].map { [$0] } ?? []
unsafe setenv("no_proxy", (excused + direct).joined(separator: ","), 1)

do throws(Arguments.Mistake) {
    let status: ExitStatus
    switch words.first {
    case let command?
    where commands[command] != nil && !Set(words.dropFirst()).isDisjoint(with: ["--help", "-h"]):
        print(commands[command]!)
        status = .good
    case "add": status = try AddCommand.run(words.dropFirst())
    case "explain": status = try ExplainCommand.run(words.dropFirst())
    case "pki": status = try PKICommand.run(words.dropFirst())
    case "version", "--version":
        print("passwright-wallet \(version)")
        status = .good
    case "help", "--help", "-h":
        print(usage)
        status = .good
    case nil: throw Arguments.Mistake(text: "a command is needed")
    default: throw Arguments.Mistake(text: "the command is not known")
    }
    exit(status.rawValue)
} catch {
    complain("\(error.text). See passwright-wallet --help.")
    exit(ExitStatus.usage.rawValue)
}
