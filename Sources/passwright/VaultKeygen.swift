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

    static func run(_ arguments: [String]) -> Int32 {
        let options: Arguments
        do { options = try Arguments(arguments, options: ["--folder"], flags: []) } catch {
            VaultCommand.complain(error.sentence)
            return 2
        }
        if options.wantsHelp { return VaultCommand.write(usage, to: STDOUT_FILENO) ? 0 : 1 }
        guard let folder = options["--folder"] else {
            VaultCommand.complain("keygen needs --folder FOLDER")
            return 2
        }
        guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            VaultCommand.complain("\(folder) cannot be made")
            return 78
        }
        do {
            let key = try P256.PrivateKey()
            return write(try VaultPublicKey(key.publicKey), privatePEM: try key.pem(), folder: folder)
        } catch {
            VaultCommand.complain("OpenSSL made no key")
            return 1
        }
    }

    private static func write(
        _ key: VaultPublicKey, privatePEM: borrowing SecretBytes, folder: String
    ) -> Int32 {
        let privatePath = folder + "/" + VaultKeyFile.privateName(key.id)
        let publicPath = folder + "/" + VaultKeyFile.publicName(key.id)
        var path = privatePath
        do {
            try VaultKeyFile.create(privatePath, mode: 0o400, content: privatePEM)
            path = publicPath
            try VaultKeyFile.create(publicPath, mode: 0o444, content: SecretBytes(copying: key.key.pem))
        } catch {
            // Half a key is none: what was written just now is of no use to anyone yet.
            if path == publicPath { unsafe unlink(privatePath) }
            VaultCommand.complain("\(path) \(error.rawValue)")
            return 78
        }
        return VaultCommand.write("\(key.id)\n", to: STDOUT_FILENO) ? 0 : 1
    }
}
