import Foundation
import Glibc
import JSON

// First of all, before anything secret is in memory.
ProcessHardening.apply()
JSON.seed()

let usage = """
    usage: passwright COMMAND

      serve                            the server
      vault keygen|seal|rewrap|check   the card vault's keys; seals PANs from standard input
      token                            a bearer token for development
      doctor                           checks a deployment, and says what to do where something is wrong
      trust explain                    what each rule finds in a chain from standard input

    passwright COMMAND --help tells more.

    """

let words = Array(CommandLine.arguments.dropFirst())
let environment = ProcessInfo.processInfo.environment
switch words.first {
case "serve": exit(ServeCommand.run(Array(words.dropFirst()), environment: environment))
case "vault": exit(VaultCommand.run(Array(words.dropFirst())))
case "token": exit(TokenCommand.run(Array(words.dropFirst()), environment: environment))
case "doctor": exit(DoctorCommand.run(Array(words.dropFirst()), environment: environment))
case "trust": exit(TrustCommand.run(Array(words.dropFirst()), environment: environment))
case "--help", "help":
    print(usage, terminator: "")
    exit(ExitStatus.good.rawValue)
default:
    writeAll(Array(usage.utf8), to: STDERR_FILENO)
    exit(ExitStatus.usage.rawValue)
}
