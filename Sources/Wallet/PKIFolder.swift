internal import Foundation
internal import Glibc

/// A folder with a simulated chain: a certificate and a key each for root, intermediate and leaf, in PEM.
///
/// The file names are the names that a fixtures file gives them: `root_cert.pem`, `root_key.pem` and so on.
package struct PKIFolder: Sendable {
    /// Why a folder could not be written.
    package enum Refusal: Error, Sendable {
        /// There is a chain already: what uses it would stop working if it changed under it.
        case occupied
        /// The system's error number.
        case system(Int32)
        case cannotMake(WalletError)
    }

    package static let names = ["root", "intermediate", "leaf"]
    package let path: String

    package init(path: String) { self.path = path }

    package func certificate(_ name: String) -> String { "\(path)/\(name)_cert.pem" }
    package func key(_ name: String) -> String { "\(path)/\(name)_key.pem" }

    /// Writes `pki`: keys for their owner alone (0600), the folder too (0700) where it is made here. Each file
    /// appears whole or not at all.
    package func write(_ pki: SimulatedPKI, replacing: Bool) throws(Refusal) {
        let files = PKIFolder.names.flatMap { [certificate($0), key($0)] }
        guard replacing || !files.contains(where: FileManager.default.fileExists(atPath:)) else {
            throw .occupied
        }
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .system(errno)
        }
        let certificates = [pki.rootPEM, pki.intermediatePEM, pki.leafPEM]
        let keys = [pki.rootKey, pki.intermediateKey, pki.leafKey]
        for (index, name) in PKIFolder.names.enumerated() {
            try write(certificates[index], to: certificate(name), mode: 0o644)
            let pem: String
            do { pem = try keys[index].privateKeyPEM() } catch { throw .cannotMake(error) }
            try write(pem, to: key(name), mode: 0o600)
        }
    }

    private func write(_ text: String, to file: String, mode: mode_t) throws(Refusal) {
        do { try WholeFile.write(text, to: file, mode: mode) } catch { throw .system(error.code) }
    }
}
