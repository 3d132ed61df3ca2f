import Foundation
import Provisioning

/// `passwright doctor`: looks at everything that a server needs, changes nothing, and prints no secret.
enum DoctorCommand {
    static let usage = """
        usage: passwright doctor [--at TIME] [--json]

        Checks a deployment with the PASSWRIGHT_ settings of the server (passwright serve --help), one line a check:
        settings, trust anchors and days left, keys and file modes, JWKS, listeners, libraries, database, clock. What
        is not good comes with what to do. Every check is made, whatever an earlier one found. Run it as the user
        that the server runs as; a server that serves is not disturbed.

          --at TIME   trust anchors, intermediates and revocation lists as of then, as in 2023-01-15 or
                      2023-01-15T12:00:00Z (UTC): what will have to be done by then; default: now
          --json      for programs

        Exit status: 0 all good (warnings included), 1 a check failed, 2 wrong usage, 78 the settings are wrong.

        """

    /// Runs what follows `doctor`.
    static func run(_ words: [String], environment: [String: String]) -> Int32 {
        do {
            let arguments = try Arguments(words, options: ["--at"], flags: ["--json"])
            if arguments.wantsHelp {
                print(usage, terminator: "")
                return ExitStatus.good.rawValue
            }
            let time = try arguments.time("--at") ?? SystemClock.clock.now
            let reading = SettingsReading(environment: environment)
            let diagnoses = Doctor(reading, at: time).diagnoses()
            if arguments.has("--json") {
                print(try DoctorReport.json(diagnoses))
            } else {
                print(DoctorReport.text(diagnoses, Ink(environment)), terminator: "")
            }
            if !reading.mistakes.isEmpty { return ExitStatus.configuration.rawValue }
            let isGood = !diagnoses.contains { $0.verdict == .bad }
            return (isGood ? ExitStatus.good : .no).rawValue
        } catch let mistake as Arguments.Mistake {
            complain("\(mistake.sentence). passwright doctor --help tells more.")
            return ExitStatus.usage.rawValue
        } catch {
            complain("what was found cannot be written.")
            return ExitStatus.no.rawValue
        }
    }
}
