import Cryptography
import FoundationEssentials
import Glibc
import Vault

/// `passwright vault check`.
enum VaultCheck {
    static let usage = """
        usage: passwright vault check --keys FOLDER

        Opens each vault key of FOLDER (or of PASSWRIGHT_VAULT_KEYS) and prints one line a key: whether only its
        owner may read it, whether it is the key that its name says, whether its public half is beside it and
        what that seals opens again. Exit status: 0 all good, 1 one is not, 78 no key to look at.

        """

    static func run(_ words: [String]) throws -> ExitStatus {
        let arguments = try Arguments(words, options: ["--keys"], flags: [])
        if arguments.wantsHelp { return try VaultCommand.print(usage) }
        let path = try arguments["--keys"] ?? VaultSeal.configuredFolder ?? arguments.required("--keys")
        let folder = try VaultFolder(path, what: "the vault's folder")
        let stems = Set(folder.names.map(stem)).sorted()
        guard !stems.isEmpty else {
            throw ConfigurationError("\(path) holds no vault key: passwright vault keygen makes one.")
        }
        let newest = folder.newestPublicName.map(stem)
        var verdict = ExitStatus.good
        for stem in stems {
            if let wrong = fault(of: stem, in: folder) {
                verdict = .no
                _ = try VaultCommand.print("\(stem)  bad   \(wrong)\n")
            } else {
                _ = try VaultCommand.print("\(stem)  good  \(stem == newest ? "seals and opens" : "opens")\n")
            }
        }
        return verdict
    }

    /// A key's file name up to its ending.
    private static func stem(_ name: String) -> String {
        String(name.dropLast(name.hasSuffix(".pub.pem") ? 8 : 4))
    }

    /// What is wrong with a key, null where nothing is.
    private static func fault(of stem: String, in folder: VaultFolder) -> String? {
        let privateName = stem + ".pem"
        let publicName = stem + ".pub.pem"
        do {
            let key = try VaultKeyFile.privateKey(at: folder.file(privateName), what: "the private key")
            guard VaultKeyFile.privateName(key.publicKey.id) == privateName else {
                return "\(privateName) is the key \(key.publicKey.id)."
            }
            let half = try VaultKeyFile.publicKey(at: folder.file(publicName), what: "the public key")
            guard half.key.point == key.publicKey.key.point else {
                return "\(publicName) is another key's half."
            }
            return opens(what: half, seals: key) ? nil : "It does not open what it seals."
        } catch {
            return error.sentence
        }
    }

    /// Whether a test number that `half` seals opens with `key`.
    private static func opens(what half: VaultPublicKey, seals key: FileVaultKey) -> Bool {
        let context = PANContext(card: UUID(), cardholder: "check", expiryMonth: 12, expiryYear: 2099)
        do {
            let sealed = try half.seal(
                PAN(SecretBytes(copying: Array("4111111111111111".utf8))), context: context)
            _ = try Vault(keys: [key]).open(sealed, context: context, lastFour: Array("1111".utf8))
            return true
        } catch {
            return false
        }
    }
}
