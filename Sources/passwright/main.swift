import Glibc

guard CommandLine.arguments.dropFirst().first == "vault" else { exit(2) }
exit(VaultCommand.run(Array(CommandLine.arguments.dropFirst(2))))
