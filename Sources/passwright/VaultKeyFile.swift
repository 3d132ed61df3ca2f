import Cryptography
import Glibc
import Vault

/// The two files of a vault key in its folder: `vault-<key id>.pem`, which only its owner may read, and
/// `vault-<key id>.pub.pem`, which anyone may.
enum VaultKeyFile {
    /// Why a file could not be read or made; each says it in words after the file's name.
    enum Failure: String, Error {
        case missing = "is not there"
        case unreadable = "cannot be read"
        case notAFile = "is not a file"
        case open = "can be read or written by others: chmod 0400 it"
        case size = "has a size that no key has"
        case notAKey = "is not a P-256 key in PEM"
        case exists = "is there already"
        case unwritable = "cannot be written"
    }

    static func privateName(_ id: VaultKeyID) -> String { "vault-\(id).pem" }
    static func publicName(_ id: VaultKeyID) -> String { "vault-\(id).pub.pem" }

    /// Reads a private key from a file that is closed to everyone but its owner.
    static func privateKey(at path: String) throws(Failure) -> FileVaultKey {
        let pem = try read(path, mode: 0o077)
        do { return try FileVaultKey(pem: pem) } catch { throw .notAKey }
    }

    /// Reads a public key.
    static func publicKey(at path: String) throws(Failure) -> VaultPublicKey {
        let pem = unsafe try read(path, mode: 0).withUnsafeBytes { unsafe Array($0) }
        do { return try VaultPublicKey(P256.PublicKey(pem: pem)) } catch { throw .notAKey }
    }

    /// Writes `content` into a file that was not there, with `mode` whatever the umask is.
    static func create(
        _ path: String, mode: mode_t, content: borrowing SecretBytes
    ) throws(Failure) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o400)
        guard descriptor >= 0 else { throw errno == EEXIST ? .exists : .unwritable }
        defer { close(descriptor) }
        let written = unsafe content.withUnsafeBytes { bytes in
            unsafe write(descriptor, bytes.baseAddress, bytes.count) == bytes.count
        }
        guard written, fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else {
            unsafe unlink(path)
            throw .unwritable
        }
    }

    /// Reads a whole file whose mode has none of the bits of `mode`.
    private static func read(_ path: String, mode forbidden: mode_t) throws(Failure) -> SecretBytes {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .unreadable }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadable }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard status.st_mode & forbidden == 0 else { throw .open }
        guard (1...65536).contains(status.st_size) else { throw .size }
        return try unsafe SecretBytes(count: Int(status.st_size)) { (buffer) throws(Failure) in
            var filled = 0
            while filled < buffer.count {
                let count = unsafe Glibc.read(
                    descriptor, buffer.baseAddress! + filled, buffer.count - filled)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw .unreadable }
                filled += count
            }
        }
    }
}
