package import Cryptography

/// What opens PANs: a private key that may be in a file, or in a module that never lends it.
package protocol VaultKey: Sendable {
    /// The half that seals, and with it the key's id.
    var publicKey: VaultPublicKey { get }
    /// ECDH: the x coordinate of the shared point, 32 bytes.
    func sharedSecret(with ephemeral: P256.PublicKey) throws(CryptographyError) -> SecretBytes
}

/// A vault key whose scalar is in this server's memory.
package final class FileVaultKey: VaultKey {
    private let key: P256.PrivateKey
    package let publicKey: VaultPublicKey

    /// Takes an unencrypted private key in PEM, as `passwright vault keygen` writes it.
    package convenience init(pem: borrowing SecretBytes) throws(VaultError) {
        let key = try wrapping { () throws(CryptographyError) in try P256.PrivateKey(pem: pem) }
        try self.init(key)
    }

    /// Takes over a private key.
    package init(_ key: consuming P256.PrivateKey) throws(VaultError) {
        publicKey = try VaultPublicKey(key.publicKey)
        self.key = key
    }

    package func sharedSecret(with ephemeral: P256.PublicKey) throws(CryptographyError) -> SecretBytes {
        try key.sharedSecret(with: ephemeral)
    }
}
