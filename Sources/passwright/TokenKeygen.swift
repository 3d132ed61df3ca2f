import Cryptography
import Foundation

/// `passwright token keygen`: makes a development issuer's key and the JWKS that trusts it.
enum TokenKeygen {
    static func run(_ words: [String], environment: [String: String]) throws -> ExitStatus {
        let arguments = try Arguments(words, options: ["--folder"], flags: [])
        if arguments.wantsHelp {
            print(TokenCommand.usage, terminator: "")
            return .good
        }
        try TokenCommand.requireDevelopment(environment)
        let folder = try arguments.required("--folder")
        guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw ConfigurationError("\(folder) cannot be made.")
        }
        let key = try TokenSigningKey.fresh()
        let keyPath = folder + "/token-signing.pem"
        try SecretFile.create(keyPath, mode: 0o400, content: try key.pem())
        do {
            try SecretFile.create(
                folder + "/jwks.json", mode: 0o444, content: SecretBytes(copying: try key.jwks()))
        } catch {
            // A key that nobody trusts is of no use.
            unsafe unlink(keyPath)
            throw error
        }
        return .good
    }
}
