import Foundation
import TestSupport
import Testing

/// What the program does with the first word, where it is no command with a file of its own.
@Suite(.enabled(if: builtBinary("passwright") != nil, "\(notBuilt)"))
struct FirstWordTests {
    private func passwright(_ words: String...) throws -> ProgramOutcome {
        try runProgram(#require(builtBinary("passwright")), words)
    }

    @Test(arguments: ["--version", "version"])
    func `the version is the contract's, with the schema and the libraries`(word: String) throws {
        let outcome = try passwright(word)
        #expect(outcome.code == 0)
        let lines = outcome.output.split(separator: "\n")
        let document =
            try JSONSerialization.jsonObject(with: Data(contentsOf: OpenAPIDocument.file)) as? [String: Any]
        let version = try #require((document?["info"] as? [String: Any])?["version"] as? String)
        #expect(lines[0] == "passwright \(version), for a schema from 1 on")
        for library in ["OpenSSL 3.", "libpq ", "libmicrohttpd ", "jansson "] {
            #expect(lines[1].contains(library))
        }
    }

    @Test func `an unknown command is named, and the commands that there are`() throws {
        let outcome = try passwright("srve")
        #expect(outcome.code == 2)
        #expect(outcome.output == "")
        #expect(
            outcome.errors.hasPrefix("passwright: there is no command srve.\nusage: passwright COMMAND\n"))
        for command in ["serve", "vault", "token", "doctor", "trust"] {
            #expect(outcome.errors.contains("  \(command) "))
        }
    }

    @Test(arguments: ["4111111111111111", "Serve", "a b", "", "\u{1B}[2J", "abcdefghijklmnopqrstuvwxy"])
    func `what is no misspelt command is not repeated`(word: String) throws {
        let outcome = try passwright(word)
        #expect(outcome.code == 2)
        #expect(outcome.errors.hasPrefix("passwright: there is no command of that name.\n"))
    }

    @Test func `no command at all is wrong usage, and help is not`() throws {
        let none = try passwright()
        #expect(none.code == 2 && none.output == "" && none.errors.hasPrefix("usage: passwright COMMAND"))
        let help = try passwright("--help")
        #expect(help.code == 0 && help.errors == "" && help.output == none.errors)
    }
}
