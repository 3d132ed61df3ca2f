import Cryptography
import Glibc

/// Files that hold a key: only their owner may read them, and their bytes go straight into cleansed memory.
enum SecretFile {
    /// No key file is larger.
    static let largest = 64 * 1024

    /// Reads the whole file. `what` names it in the one sentence that is thrown; the path is the operator's own
    /// and is said, the content never.
    static func read(_ path: String, what: String) throws(ConfigurationError) -> SecretBytes {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let why = errno == ENOENT ? "is not there" : "cannot be read"
            throw ConfigurationError("\(what) \(path) \(why).")
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ConfigurationError("\(what) \(path) is not a file.")
        }
        guard status.st_mode & 0o077 == 0 || isCredential(path, status) else {
            throw ConfigurationError("\(what) \(path) can be read by others: chmod 0400 it.")
        }
        let size = Int(status.st_size)
        guard size > 0, size <= largest else {
            throw ConfigurationError("\(what) \(path) has a size that no key has.")
        }
        return try unsafe SecretBytes(count: size) { (buffer) throws(ConfigurationError) in
            var filled = 0
            while filled < size {
                let count = unsafe Glibc.read(descriptor, buffer.baseAddress! + filled, size - filled)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw ConfigurationError("\(what) \(path) cannot be read.") }
                filled += count
            }
        }
    }

    /// Whether systemd gives us the file (`LoadCredential`): in the folder that it made for this process, root's, and
    /// of mode 0440 where an access list lets the one user read it, as the list's mask is shown as the group's mode.
    private static func isCredential(_ path: String, _ status: stat) -> Bool {
        guard let folder = unsafe getenv("CREDENTIALS_DIRECTORY").map({ unsafe String(cString: $0) }) else {
            return false
        }
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        return path == folder + "/" + name && status.st_uid == 0 && status.st_mode & 0o777 == 0o440
    }

    /// Makes a file that was not there, with exactly these permissions whatever the umask, and on the disk when
    /// this returns. One that is there is never written over.
    static func create(
        _ path: String, mode: mode_t, content: borrowing SecretBytes
    ) throws(ConfigurationError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let why = errno == EEXIST ? "is there already" : "cannot be made"
            throw ConfigurationError("\(path) \(why).")
        }
        let isWritten = unsafe content.withUnsafeBytes { bytes in
            unsafe writeAll(bytes, to: descriptor)
        }
        let isKept = isWritten && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
        guard close(descriptor) == 0, isKept else {
            unsafe unlink(path)
            throw ConfigurationError("\(path) cannot be written.")
        }
    }
}
