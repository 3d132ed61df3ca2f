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

    static func run(_ arguments: [String]) -> Int32 {
        let options: Arguments
        do { options = try Arguments(arguments, options: ["--keys"], flags: []) } catch {
            VaultCommand.complain(error.sentence)
            return 2
        }
        if options.wantsHelp { return VaultCommand.write(usage, to: STDOUT_FILENO) ? 0 : 1 }
        guard let path = options["--keys"] ?? VaultSeal.configuredFolder else {
            VaultCommand.complain("check needs --keys FOLDER")
            return 2
        }
        guard let folder = VaultFolder(path) else {
            VaultCommand.complain("\(path) cannot be read")
            return 78
        }
        let stems = Set(folder.names.map(stem)).sorted()
        guard !stems.isEmpty else {
            VaultCommand.complain("\(path) holds no vault key: passwright vault keygen makes one")
            return 78
        }
        let newest = folder.newestPublicName.map(stem)
        var allGood = true
        for stem in stems {
            let wrong = fault(of: stem, in: folder)
            allGood = allGood && wrong == nil
            let verdict =
                wrong.map { "bad   \($0)" } ?? (stem == newest ? "good  seals and opens" : "good  opens")
            guard VaultCommand.write("\(stem)  \(verdict)\n", to: STDOUT_FILENO) else { return 1 }
        }
        return allGood ? 0 : 1
    }

    /// A key's file name up to its ending.
    private static func stem(_ name: String) -> String {
        String(name.dropLast(name.hasSuffix(".pub.pem") ? 8 : 4))
    }

    /// What is wrong with a key, null where nothing is.
    private static func fault(of stem: String, in folder: VaultFolder) -> String? {
        let privateName = stem + ".pem"
        let publicName = stem + ".pub.pem"
        var reading = privateName
        do {
            let key = try VaultKeyFile.privateKey(at: folder.file(privateName))
            guard VaultKeyFile.privateName(key.publicKey.id) == privateName else {
                return "\(privateName) is the key \(key.publicKey.id)"
            }
            reading = publicName
            let half = try VaultKeyFile.publicKey(at: folder.file(publicName))
            guard half.key.point == key.publicKey.key.point else {
                return "\(publicName) is another key's half"
            }
            return opens(what: half, seals: key) ? nil : "does not open what it seals"
        } catch {
            return "\(reading) \(error.rawValue)"
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
