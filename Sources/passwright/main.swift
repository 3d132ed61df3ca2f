import Foundation

let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "vault": exit(VaultCommand.run(Array(words.dropFirst())))
case "token":
    exit(TokenCommand.run(Array(words.dropFirst()), environment: ProcessInfo.processInfo.environment))
default: exit(ExitStatus.usage.rawValue)
}
