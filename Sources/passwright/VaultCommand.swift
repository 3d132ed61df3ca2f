import Cryptography
import Glibc
import Vault

/// `passwright vault`: the operator's commands for the keys that seal PANs.
enum VaultCommand {
    static let usage = """
        usage: passwright vault keygen | seal | check [options]

          keygen   makes a vault key
          seal     seals PANs, read from standard input only, for SQL
          check    opens each vault key of a folder and says what is wrong

        passwright vault COMMAND --help says more.

        """

    /// Runs what follows `vault`; the exit code is 0 good, 1 the answer is no, 2 wrong usage, 78 wrong
    /// configuration.
    static func run(_ arguments: [String]) -> Int32 {
        guard !arguments.contains(where: holdsPAN) else {
            complain(
                "an argument looks like a card number, and arguments can be seen by everyone on this machine: "
                    + "take it as exposed, and give card numbers on standard input only")
            return 2
        }
        guard let command = arguments.first else {
            write(usage, to: STDERR_FILENO)
            return 2
        }
        let rest = Array(arguments.dropFirst())
        switch command {
        case "keygen": return VaultKeygen.run(rest)
        case "seal": return VaultSeal.run(rest)
        case "check": return VaultCheck.run(rest)
        case "--help", "-h", "help":
            return write(usage, to: STDOUT_FILENO) ? 0 : 1
        default:
            write(usage, to: STDERR_FILENO)
            return 2
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
        write("passwright vault: \(sentence).\n", to: STDERR_FILENO)
    }

    /// Writes all of `text`; false where it cannot be written.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        write(Array(text.utf8), to: descriptor)
    }

    /// Writes all of `bytes`; false where they cannot be written.
    @discardableResult
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}
