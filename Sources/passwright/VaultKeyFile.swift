import Cryptography
import Vault

/// The two files of a vault key in its folder: `vault-<key id>.pem`, which only its owner may read, and
/// `vault-<key id>.pub.pem`, which anyone may. `what` begins the sentence that is thrown.
enum VaultKeyFile {
    static func privateName(_ id: VaultKeyID) -> String { "vault-\(id).pem" }
    static func publicName(_ id: VaultKeyID) -> String { "vault-\(id).pub.pem" }

    /// Reads a private key from a file that is closed to everyone but its owner.
    static func privateKey(at path: String, what: String) throws(ConfigurationError) -> FileVaultKey {
        let pem = try SecretFile.read(path, what: what)
        do { return try FileVaultKey(pem: pem) } catch { throw notAKey(path, what) }
    }

    /// Reads a public key.
    static func publicKey(at path: String, what: String) throws(ConfigurationError) -> VaultPublicKey {
        let pem = try PublicFile.read(path, what: what)
        do { return try VaultPublicKey(P256.PublicKey(pem: pem)) } catch { throw notAKey(path, what) }
    }

    private static func notAKey(_ path: String, _ what: String) -> ConfigurationError {
        ConfigurationError("\(what) \(path) is not a P-256 key in PEM.")
    }
}
