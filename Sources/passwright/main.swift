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

    passwright COMMAND --help tells more; passwright --version tells which this is.

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
case "--version", "version":
    print(Version.text)
    exit(ExitStatus.good.rawValue)
case nil:
    writeAll(Array(usage.utf8), to: STDERR_FILENO)
    exit(ExitStatus.usage.rawValue)
case let word?:
    // Repeated only where it can be nothing but a misspelt command: a secret in the wrong place must not go into a log.
    let isPlain =
        (1...24).contains(word.utf8.count)
        && word.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) }
    complain("there is no command \(isPlain ? word : "of that name").")
    writeAll(Array(usage.utf8), to: STDERR_FILENO)
    exit(ExitStatus.usage.rawValue)
}
