import Cryptography

extension SecretBytes {
    /// The bytes, for a test's eyes.
    var revealed: [UInt8] { withUnsafeBytes { Array($0) } }
}
