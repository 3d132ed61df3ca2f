import Database
import Foundation
import Glibc
import HTTP
import IssuerAPI
import JSON
import Provisioning
import Telemetry

/// `passwright serve`: the server, until SIGTERM or SIGINT; SIGHUP reads keys, trust and JWKS again.
enum ServeCommand {
    static let help = """
        usage: passwright serve

        Serves the issuer's side of Apple Pay in-app provisioning. Everything is set in the environment:

        \(Setting.help)
        SIGTERM and SIGINT finish what was accepted and end with 0. SIGHUP reads the files again.

        """

    static func run(_ words: [String], environment: [String: String]) -> Int32 {
        if words == ["--help"] {
            print(help, terminator: "")
            return ExitStatus.good.rawValue
        }
        guard words.isEmpty else {
            complain(
                "serve takes no arguments: everything is set in the environment (passwright serve --help).")
            return ExitStatus.usage.rawValue
        }
        do throws(ConfigurationError) {
            let settings = try Settings(environment: environment)
            let serving = try Serving(settings)
            return serving.untilSignalled()
        } catch {
            complain(error.sentence)
            return ExitStatus.configuration.rawValue
        }
    }
}
