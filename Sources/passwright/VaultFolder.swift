import Glibc

/// A folder of vault keys.
struct VaultFolder {
    let path: String
    /// The key files' names, in order.
    let names: [String]

    /// `what` begins the sentence that is thrown where the folder cannot be read.
    init(_ path: String, what: String) throws(ConfigurationError) {
        self.path = path
        names = try Folder.names(path, what: what).filter { $0.hasPrefix("vault-") && $0.hasSuffix(".pem") }
    }

    /// The files that hold private keys.
    var privateNames: [String] { names.filter { !$0.hasSuffix(".pub.pem") } }

    /// The files that hold public keys.
    var publicNames: [String] { names.filter { $0.hasSuffix(".pub.pem") } }

    func file(_ name: String) -> String { path + "/" + name }

    /// The public key that new seals use: the one whose file was written last.
    var newestPublicName: String? {
        publicNames.max { written($0) < written($1) }
    }

    /// When a file was last written, in seconds and nanoseconds.
    func written(_ name: String) -> (seconds: Int, nanoseconds: Int) {
        var status = stat()
        guard unsafe stat(file(name), &status) == 0 else { return (0, 0) }
        return (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
}
