import Foundation
import Wallet

let words = CommandLine.arguments.dropFirst()
let usage = """
    passwright-bench measures a running server, and what no server can do without.

    \(FloorCommand.usage)
    \(LoadCommand.usage)
    \(CardsCommand.usage)
    Exit status: 0 good, 1 a request was not answered with 200 or an answer was wrong, 2 wrong usage, 78 wrong configuration.
    """

do throws(Arguments.Mistake) {
    let status: ExitStatus
    switch words.first {
    case "floor": status = try FloorCommand.run(words.dropFirst())
    case "load": status = try LoadCommand.run(words.dropFirst())
    case "cards": status = try CardsCommand.run(words.dropFirst())
    case "help", "--help", "-h":
        print(usage)
        status = .good
    case nil: throw Arguments.Mistake(text: "a command is needed")
    default: throw Arguments.Mistake(text: "the command is not known")
    }
    exit(status.rawValue)
} catch {
    complain("\(error.text). See passwright-bench --help.")
    exit(ExitStatus.usage.rawValue)
}
