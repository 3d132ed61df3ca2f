import Foundation
import Wallet

/// `passwright-conformance`: reads the command line, asks the cases, writes the reports.
struct ConformanceCommand {
    static let usage = """
        passwright-conformance checks a card issuer's server against the provisioning contract, from outside.

        passwright-conformance [--fixtures .local/fixtures.json] [--only PATTERN,...] [--profile NAME]... [--repeat N]
                               [--json FILE] [--junit FILE] [--html FILE] [--quiet]
        passwright-conformance --url U --token-file F --card ID [--card frozen=ID]... [--pki FOLDER]
                               [--other-token-file F --other-card ID]
        passwright-conformance --list

          --fixtures    a file that says where the server is, who may call it and what its cards hold
          --url         the address, where there is no such file; what else is not named is skipped, with the reason
          --token-file  the caller's bearer token, in a file; or in the environment as CONFORMANCE_TOKEN; --token T
                        can be read by others on this machine
          --card        a card of the caller's: an active one, or NAME=ID for a purpose (active_visa, frozen, ...)
          --pki         the simulated chain, as `passwright-wallet pki` made it, that the server trusts
          --only        cases by id, group or rule, several with commas between; * stands for anything
          --except      all cases but these, called in the same way
          --profile     core, certificates, network-visa, network-mastercard, operation, edge
          --repeat      everything so many times: a case whose verdict changes has failed
          --stop-command   a shell command that stops the server in good order: it is run last, and what was accepted
                           must still be answered
          --patience    seconds to wait for an answer (10); over TLS the system's certificates count, or SSL_CERT_FILE
          --json, --junit, --html   a report into a file, `-` for standard output
          --quiet       only the failures and the verdict

        A run that is given administrator's access pauses, and changes allowances: it takes all of that back, also where
        it is interrupted or killed, and another run on the same deployment is refused meanwhile.

        Exit status: 0 nothing failed, 1 a case failed or could not be asked, 2 wrong usage, 75 another run is at work;
        128 and the signal's number where it was interrupted.
        """

    private static let busy =
        "another run is at work on this deployment, and what one of them pauses would fail the cases of the other: "
        + "start this one again when it has ended."

    private static let left =
        "an earlier run had left provisioning paused: that pause is over now."

    private static let options = DeploymentSetup.options.union(["--repeat"] + reports)
    private static let repeated = DeploymentSetup.repeated.union(["--only", "--except", "--profile"])

    let environment: [String: String]
    let screen: Screen

    /// Runs the command and gives its exit status.
    func run(_ words: some Sequence<String>) throws(Arguments.Mistake) -> ExitStatus {
        let arguments = try Arguments(
            words, options: ConformanceCommand.options, repeated: ConformanceCommand.repeated,
            flags: ["--list", "--quiet", "--help"])
        if arguments.has("--help") {
            print(ConformanceCommand.usage)
            return .good
        }
        let selection = try selection(arguments)
        let cases = Catalogue.cases.filter(selection.takes)
        guard !cases.isEmpty else { throw Arguments.Mistake(text: "no case is left: see --list") }
        if arguments.has("--list") {
            print(CaseList(cases: cases, width: screen.width).text)
            return .good
        }
        let repeats = try repeats(arguments)
        try requireWritable(arguments)
        let deployment = try DeploymentSetup(arguments: arguments, environment: environment).deployment()
        let started = Date()
        let progress = Progress(screen: screen, total: cases.count * repeats)
        Interruption.attend { number in
            progress.end()
            complain(interrupted(deployment.amends.endAll()))
            _exit(128 + number)
        }
        if let administrator = deployment.fixtures.adminDSN.flatMap(Administrator.init) {
            switch Turn.take(administrator, alone: cases.contains(where: \.isAlone)) {
            case .mine(let own):
                deployment.amends.keep(own)
                if Pause.endLeft(administrator) { complain(ConformanceCommand.left) }
            case .taken:
                complain(ConformanceCommand.busy)
                return .busy
            case .unknown: break
            }
        }
        var rounds: [[CaseResult]] = []
        for _ in 0..<repeats {
            let done = rounds.count * cases.count
            rounds.append(Runner(deployment, cases) { progress.show(done + $0, $1) }.run())
        }
        progress.end()
        let result = RunResult(
            results: Rounds.merged(rounds), unselected: Catalogue.cases.count - cases.count, repeats: repeats,
            started: Int64(started.timeIntervalSince1970), seconds: Date().timeIntervalSince(started),
            target: deployment.redactor.text(deployment.address.text),
            environment: RunEnvironment(
                deployment: deployment, selection: selection, asked: cases.count, repeats: repeats
            ).facts)
        try write(result, arguments)
        return result.isGood ? .good : .no
    }

    private static let reports = ["--json", "--junit", "--html"]

    /// A place that cannot be written to is better known before than after.
    private func requireWritable(_ arguments: Arguments) throws(Arguments.Mistake) {
        let paths = ConformanceCommand.reports.compactMap { arguments[$0] }
        guard Set(paths).count == paths.count else {
            throw Arguments.Mistake(text: "two reports do not go to one place")
        }
        for path in paths where path != "-" {
            var isFolder: ObjCBool = false
            let files = FileManager.default
            let isThere = unsafe files.fileExists(atPath: path, isDirectory: &isFolder)
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            guard !isFolder.boolValue, files.isWritableFile(atPath: isThere ? path : folder) else {
                throw Arguments.Mistake(text: "\(path) cannot be written")
            }
        }
    }

    private func write(_ result: RunResult, _ arguments: Arguments) throws(Arguments.Mistake) {
        let files: [(option: String, make: () -> String)] = [
            ("--json", { JSONReport(result).text }), ("--junit", { JUnitReport(result: result).text }),
            ("--html", { HTMLReport(result: result).text }),
        ]
        var (standardOutputIsTaken, unwritten) = (false, [String]())
        for file in files {
            guard let path = arguments[file.option] else { continue }
            let text = file.make()
            if path == "-" {
                print(text)
                standardOutputIsTaken = true
            } else if !FileManager.default.createFile(atPath: path, contents: Data((text + "\n").utf8)) {
                unwritten.append(path)
            }
        }
        if !standardOutputIsTaken {
            print(TerminalReport(result: result, screen: screen, isQuiet: arguments.has("--quiet")).text)
        }
        if let path = unwritten.first { throw Arguments.Mistake(text: "\(path) cannot be written") }
    }

    private func selection(_ arguments: Arguments) throws(Arguments.Mistake) -> Selection {
        func patterns(_ option: String) -> [String] {
            arguments.all(option).flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
                .map(String.init)
        }
        var selection = Selection(patterns: patterns("--only"), exceptions: patterns("--except"))
        if let stray = selection.stray(among: Catalogue.cases) {
            // Nothing as long as a token is repeated.
            let name = stray.count <= 40 ? "\"\(stray)\"" : "what one of the names says"
            throw Arguments.Mistake(text: "no case is called \(name): see --list")
        }
        for name in arguments.all("--profile") {
            guard let profile = Profile(rawValue: name) else {
                let known = Profile.allCases.map(\.rawValue).joined(separator: ", ")
                throw Arguments.Mistake(text: "--profile is one of \(known)")
            }
            selection.profiles = (selection.profiles ?? []).union([profile])
        }
        return selection
    }

    private func repeats(_ arguments: Arguments) throws(Arguments.Mistake) -> Int {
        let number = try arguments.number("--repeat", 1...100, otherwise: 1)
        guard number == 1 || arguments["--stop-command"] == nil else {
            throw Arguments.Mistake(
                text: "--repeat and --stop-command exclude each other: a server stops once")
        }
        return number
    }
}

/// What is said last where a run is interrupted: nothing is reported of it, and what it left behind.
private func interrupted(_ left: [String]) -> String {
    let state =
        left.isEmpty
        ? "what it had changed for a case is taken back"
        : "what it had changed could not be taken back: do it by hand (\(left.joined(separator: "; ")))"
    return "interrupted, so there is no verdict and no report; \(state)."
}
