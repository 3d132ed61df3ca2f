internal import Cryptography

/// Which vault key sealed a PAN: the first four bytes of SHA-256 of the key's SubjectPublicKeyInfo.
package struct VaultKeyID: Hashable, Sendable {
    /// Four bytes.
    package let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }
}

extension VaultKeyID: CustomStringConvertible {
    /// Eight lower-case hexadecimal digits, as in the names of key files.
    package var description: String { String(decoding: Hex.encode(bytes), as: UTF8.self) }
}
