import Foundation
import Wallet

/// `passwright-wallet explain`: says what is wrong with a saved answer.
enum ExplainCommand {
    static let usage = """
        passwright-wallet explain [FILE] [--fixtures .local/fixtures.json | --leaf-key F | --pki FOLDER]
                                  [--card ID] [--network N] [--request F] [--other F] [--merchant ID] [--json]

          Says of a saved answer, field by field, what is right, what is wrong and what to change: a wrong KDF, IV or
          tag, hexadecimal where base64 belongs, a key in the wrong form, a wrong payload or activation data. Known
          mistakes are tried until one combination opens the pass.
          FILE           what `add --save` wrote, or the body of an answer alone; standard input if it is not given.
                         At most 1 MiB, as of a server's answer too
          --leaf-key     the simulated leaf's private key in PEM, in place of the one that the fixtures name
          --card         the card, to compare the payload with its details in the fixtures
          --request      the body of the request, where FILE is the body of an answer alone
          --other        another answer of the same server, to tell an ephemeral key or a nonce that is used twice
          --merchant     a merchant identifier that may have got into the KDF by mistake
          --json         one JSON object for machines

        """

    private static let options: Set<String> = [
        "--fixtures", "--leaf-key", "--pki", "--card", "--network", "--request", "--other", "--merchant",
    ]

    static func run(_ words: ArraySlice<String>) throws(Arguments.Mistake) -> ExitStatus {
        let arguments = try Arguments(words, options: options, flags: ["--json"], operands: 1)
        let explanation: Explanation
        do throws(AddSetup.Defect) {
            explanation = try self.explanation(arguments)
        } catch {
            return try AddSetup.ended(error)
        }
        if arguments.has("--json") {
            print(explanation.json())
        } else {
            Screen.show([explanation.text(Screen.style(ProcessInfo.processInfo.environment))])
        }
        return explanation.isGood ? .good : .no
    }

    private static func explanation(_ arguments: Arguments) throws(AddSetup.Defect) -> Explanation {
        let setup = try AddSetup(arguments)
        let contents: [UInt8]
        if let path = arguments.operands.first, path != "-" {
            contents = try setup.bytes(path, limit: ShortFile.longestAnswer)
        } else {
            do { contents = try ShortFile.readStandardInput(limit: ShortFile.longestAnswer) } catch {
                throw .configuration("standard input \(error.complaint).")
            }
        }
        guard !contents.isEmpty else {
            throw .configuration("there is no answer to explain: nothing was read.")
        }
        let saved = SavedExchange(contents)
        var request = saved.map { Array($0.request.utf8) }
        if let path = arguments["--request"] {
            request = try setup.bytes(path, limit: ShortFile.longestAnswer)
        }
        let known = try setup.circumstances(
            saved, now: saved?.time ?? Int64(Date().timeIntervalSince1970))
        return Explanation(answer: saved?.body ?? contents, request: request, status: saved?.status, known)
    }
}
