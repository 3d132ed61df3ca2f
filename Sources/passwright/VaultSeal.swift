import Cryptography
import Glibc
import Vault

/// `passwright vault seal`: PANs come on standard input only, and leave sealed.
enum VaultSeal {
    static let usage = """
        usage: passwright vault seal --public-key FILE [--csv [--refused FILE]]
               passwright vault seal --keys FOLDER [--csv [--refused FILE]]

        Seals card numbers for SQL with a vault key's public half: FILE, or the newest vault-*.pub.pem of FOLDER
        (or of PASSWRIGHT_VAULT_KEYS). What is sealed is bound to its card, cardholder and expiry.

        Card numbers are read from standard input only, never from an argument, which everyone on the machine
        can see.

        Without --csv: one line,   card id, cardholder id, PAN, expiry
          and the answer is the sealed value as PostgreSQL writes bytea, \\x..., for admin.add_card.

        With --csv: a line that names the columns, in any order,
            card_id,cardholder_id,program_id,pan,expiry,cardholder_name,status,virtual
          (the last three may be missing: the holder's own name, not_activated, false), then one line a card. The
          answer is ready for
            \\copy admin.card_load from 'FILE' with (format csv, header match)
          A line that is refused is named on standard error, with its number and the reason, or in the file that
          --refused names (line,reason; it must not be there yet); the others are sealed all the same. How far it
          is stands on standard error too: on a terminal always, else after each 10,000 lines.

        Expiry is YYYY-MM, MM/YYYY or MM/YY, of 2000 to 2099; a month that is over is taken. A field with a comma
        in it stands in double quotes; a quote in it is written twice. Spaces around a field are not part of it.

        Exit status: 0 all sealed, 1 a line was refused, 2 wrong usage, 78 no usable public key.

        """

    /// `PASSWRIGHT_VAULT_KEYS`.
    static var configuredFolder: String? {
        unsafe getenv("PASSWRIGHT_VAULT_KEYS").map { unsafe String(cString: $0) }
    }

    static func run(_ words: [String]) throws -> ExitStatus {
        let arguments = try Arguments(
            words, options: ["--public-key", "--keys", "--refused"], flags: ["--csv"])
        if arguments.wantsHelp { return try VaultCommand.print(usage) }
        guard arguments.has("--csv") || arguments["--refused"] == nil else {
            throw Arguments.Mistake(sentence: "--refused needs --csv")
        }
        let key = try publicKey(arguments)
        var lines = SecretLines(descriptor: STDIN_FILENO)
        guard arguments.has("--csv") else { return try one(&lines, key) }
        let refused = try arguments["--refused"].map { try RefusedLines(file: $0) } ?? RefusedLines()
        return try VaultLoad.run(&lines, key, refused: refused)
    }

    private static func publicKey(_ arguments: Arguments) throws -> VaultPublicKey {
        if let path = arguments["--public-key"] {
            guard arguments["--keys"] == nil else {
                throw Arguments.Mistake(sentence: "--public-key and --keys exclude each other")
            }
            return try VaultKeyFile.publicKey(at: path, what: "--public-key")
        }
        let path = try arguments["--keys"] ?? configuredFolder ?? arguments.required("--public-key")
        let folder = try VaultFolder(path, what: "the vault's folder")
        guard let name = folder.newestPublicName else {
            throw ConfigurationError("\(path) holds no vault-*.pub.pem.")
        }
        return try VaultKeyFile.publicKey(at: folder.file(name), what: "the public key")
    }

    /// One card.
    private static func one(_ lines: inout SecretLines, _ key: VaultPublicKey) throws -> ExitStatus {
        var line = SecretBytes(capacity: SecretLines.longest)
        var after = SecretBytes(capacity: SecretLines.longest)
        do {
            switch try lines.next(into: &line) {
            case .end: throw CardRefusal.missing
            case .tooLong: throw CardRefusal.tooLong
            case .line: break
            }
            let record = try SecretRecord(parsing: line)
            guard record.count == 4 else { throw CardRefusal.fieldCount }
            guard try lines.next(into: &after) == .end else {
                throw Arguments.Mistake(sentence: "There is more than one line: --csv reads many")
            }
            let places = CardToSeal.Places(card: 0, cardholder: 1, pan: 2, expiry: 3)
            let card = try CardToSeal(record, places, sealingFor: key)
            return try VaultCommand.print(
                Array("\\x".utf8) + Hex.encode(card.sealed) + [UInt8(ascii: "\n")])
        } catch let refusal as CardRefusal {
            VaultCommand.complain("line 1: \(refusal.rawValue).")
            return .no
        }
    }
}
