import Foundation
import Wallet

do throws(Arguments.Mistake) {
    let environment = ProcessInfo.processInfo.environment
    let command = ConformanceCommand(environment: environment, screen: Screen(environment))
    exit(try command.run(CommandLine.arguments.dropFirst()).rawValue)
} catch {
    FileHandle.standardError.write(
        Data("passwright-conformance: \(error.text). See passwright-conformance --help.\n".utf8))
    exit(ExitStatus.usage.rawValue)
}
