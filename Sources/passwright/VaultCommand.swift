import Cryptography
import Glibc
import Vault

/// `passwright vault`: the operator's commands for the keys that seal PANs.
enum VaultCommand {
    static let usage = """
        usage: passwright vault keygen | seal | rewrap | check [options]

          keygen   makes a vault key
          seal     seals PANs, read from standard input only, for SQL
          rewrap   seals every card anew for the newest key
          check    opens each vault key of a folder and says what is wrong

        passwright vault COMMAND --help says more.

        """

    /// Runs what follows `vault`; the exit status is as everywhere.
    static func run(_ arguments: [String]) -> Int32 {
        guard !arguments.contains(where: holdsPAN) else {
            complain(
                "an argument looks like a card number, and arguments can be seen by everyone on this machine: "
                    + "take it as exposed, and give card numbers on standard input only.")
            return ExitStatus.usage.rawValue
        }
        do {
            return try dispatch(arguments).rawValue
        } catch let mistake as Arguments.Mistake {
            complain("\(mistake.sentence). passwright vault --help tells more.")
            return ExitStatus.usage.rawValue
        } catch let error as ConfigurationError {
            complain(error.sentence)
            return ExitStatus.configuration.rawValue
        } catch let error as StreamError {
            complain(error.rawValue)
            return ExitStatus.no.rawValue
        } catch {
            complain("OpenSSL refused.")
            return ExitStatus.no.rawValue
        }
    }

    private static func dispatch(_ arguments: [String]) throws -> ExitStatus {
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case "keygen": return try VaultKeygen.run(rest)
        case "seal": return try VaultSeal.run(rest)
        case "rewrap": return try VaultRewrap.run(rest)
        case "check": return try VaultCheck.run(rest)
        case "--help", "-h", "help": return try print(usage)
        case nil: throw Arguments.Mistake(sentence: "A command is needed: keygen, seal, rewrap or check")
        default: throw Arguments.Mistake(sentence: "There is no such command")
        }
    }

    /// Whether an argument is 12 to 19 digits, spaced or not, or has a run of as many that ends in the right
    /// digit. (A run alone is not enough: folders are named for times.)
    static func holdsPAN(_ argument: String) -> Bool {
        let bytes = Array(argument.utf8)
        let isDigit: (UInt8) -> Bool = { (0x30...0x39).contains($0) }
        let digits = bytes.filter(isDigit)
        let isSpacing: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
        if (12...19).contains(digits.count), bytes.allSatisfy({ isDigit($0) || isSpacing($0) }) {
            return true
        }
        return bytes.split(whereSeparator: { !isDigit($0) }).contains { isPAN(Array($0)) }
    }

    private static func isPAN(_ digits: [UInt8]) -> Bool {
        do {
            _ = try PAN(SecretBytes(copying: digits))
            return true
        } catch {
            return false
        }
    }

    /// One sentence on standard error.
    static func complain(_ sentence: String) {
        writeAll(Array("passwright vault: \(sentence)\n".utf8), to: STDERR_FILENO)
    }

    /// Writes all of `text` on standard output.
    static func print(_ text: String) throws(StreamError) -> ExitStatus { try print(Array(text.utf8)) }

    /// Writes all of `bytes` on standard output: a disk that is full must not pass for cards that are sealed.
    static func print(_ bytes: [UInt8]) throws(StreamError) -> ExitStatus {
        guard writeAll(bytes, to: STDOUT_FILENO) else { throw .output }
        return .good
    }
}

/// Standard input or output failed.
enum StreamError: String, Error {
    case input = "standard input cannot be read."
    case output = "standard output cannot be written."
    case refused = "the file of refused lines cannot be written."
}
