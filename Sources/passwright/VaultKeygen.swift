import Cryptography
import Glibc
import Vault

/// `passwright vault keygen`.
enum VaultKeygen {
    static let usage = """
        usage: passwright vault keygen --folder FOLDER

        Makes a P-256 key, writes FOLDER/vault-<key id>.pem (mode 0400; keep it, it opens every PAN that is
        sealed for it) and FOLDER/vault-<key id>.pub.pem (mode 0444; give it to whoever loads cards, it opens
        none), and prints the key id. A folder that is not there is made with mode 0700. A file that is there
        is never replaced.

        """

    static func run(_ words: [String]) throws -> ExitStatus {
        let arguments = try Arguments(words, options: ["--folder"], flags: [])
        if arguments.wantsHelp { return try VaultCommand.print(usage) }
        let folder = try arguments.required("--folder")
        guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw ConfigurationError("\(folder) cannot be made.")
        }
        let key = try P256.PrivateKey()
        let half = try VaultPublicKey(key.publicKey)
        let privatePath = folder + "/" + VaultKeyFile.privateName(half.id)
        try SecretFile.create(privatePath, mode: 0o400, content: try key.pem())
        do {
            try SecretFile.create(
                folder + "/" + VaultKeyFile.publicName(half.id), mode: 0o444,
                content: SecretBytes(copying: half.key.pem))
        } catch {
            // Half a key is none: what was written just now is of no use to anyone yet.
            unsafe unlink(privatePath)
            throw error
        }
        return try VaultCommand.print("\(half.id)\n")
    }
}
