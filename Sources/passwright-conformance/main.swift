import Foundation
import Wallet

do throws(Arguments.Mistake) {
    let environment = ProcessInfo.processInfo.environment
    let command = ConformanceCommand(environment: environment, screen: Screen(environment))
    exit(try command.run(CommandLine.arguments.dropFirst()).rawValue)
} catch {
    complain("\(error.text). See passwright-conformance --help.")
    exit(ExitStatus.usage.rawValue)
}
