import Cryptography
import Foundation
import Provisioning

/// `passwright trust explain`: what each rule finds in a chain, without anything being stored.
enum TrustCommand {
    static let usage = """
        usage: passwright trust explain [--at TIME] [--anchors FILE] [--json] < CHAIN

        Reads leaf and intermediate from standard input: \(ChainInput.forms).
        Prints each rule C01 to C13 with what it expects and what it found, then what the server would answer.
        Nothing is stored. The chain is judged by the PASSWRIGHT_ settings of the server where they are set: anchors,
        names, revocation lists.

          --at TIME        as of then, as in 2023-01-15 or 2023-01-15T12:00:00Z (UTC); default: now
          --anchors FILE   the pinned roots in PEM; default: PASSWRIGHT_TRUST_ANCHORS
          --json           for programs

        Exit status: 0 the chain is accepted, 1 it is refused, 2 no chain was given, 78 the settings are wrong.

        """

    /// Runs what follows `trust`.
    static func run(_ words: [String], environment: [String: String]) -> Int32 {
        do {
            if ["--help", "help"].contains(words.first) {
                print(usage, terminator: "")
                return ExitStatus.good.rawValue
            }
            guard words.first == "explain" else {
                throw Arguments.Mistake(sentence: "A command is needed: explain")
            }
            return try explain(words.dropFirst(), environment).rawValue
        } catch let mistake as Arguments.Mistake {
            complain("\(mistake.sentence). passwright trust --help tells more.")
            return ExitStatus.usage.rawValue
        } catch let error as ConfigurationError {
            complain(error.sentence)
            return ExitStatus.configuration.rawValue
        } catch {
            complain("standard input cannot be read.")
            return ExitStatus.usage.rawValue
        }
    }

    private static func explain(
        _ words: some Sequence<String>, _ environment: [String: String]
    ) throws -> ExitStatus {
        let arguments = try Arguments(words, options: ["--at", "--anchors"], flags: ["--json"])
        if arguments.wantsHelp {
            print(usage, terminator: "")
            return .good
        }
        let time = try arguments.time("--at") ?? SystemClock.clock.now
        let policy = try policy(anchors: arguments["--anchors"], environment)
        let text = try FileHandle.standardInput.read(upToCount: ChainInput.largest + 1) ?? Data()
        guard text.count <= ChainInput.largest, let chain = ChainInput.certificates(in: [UInt8](text)) else {
            throw Arguments.Mistake(sentence: "Standard input is not a chain: \(ChainInput.forms)")
        }
        let explanation = TrustExplanation(chain, policy, at: time)
        if arguments.has("--json") {
            print(try explanation.json())
        } else {
            print(explanation.text(Ink(environment)), terminator: "")
        }
        return explanation.refusal == nil ? .good : .no
    }

    /// As the server's settings want it. Of these only the ones that are about trust have to be right.
    private static func policy(
        anchors: String?, _ environment: [String: String]
    ) throws(ConfigurationError) -> TrustPolicy {
        let reading = SettingsReading(environment: environment)
        let names = ["TRUST_ANCHORS", "TRUSTED_INTERMEDIATES", "LEAF_NAMES", "CRL_FOLDER", "CRL"]
        for name in names where anchors == nil || name != "TRUST_ANCHORS" {
            if let mistake = reading.mistake(in: Setting.prefix + name) { throw mistake }
        }
        guard let settings = reading.settings else { throw reading.mistakes[0] }
        return try TrustFiles.policy(settings, anchors: anchors)
    }
}
