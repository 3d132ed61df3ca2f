package import Cryptography

/// Gives so many bytes that nobody can foretell; `Random.bytes` in production.
package typealias Randomness = @Sendable (_ count: Int) throws(CryptographyError) -> [UInt8]

/// Six characters by which the network's later call names one provisioning. It has no description.
///
/// Drawn before the store is asked, since the attempt is committed with what recognises it, and whether the card's
/// network needs one is not known before.
package struct Authcode: ~Copyable, Sendable {
    /// A-Z and 0-9, ASCII.
    package let characters: SecretBytes

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)

    /// Draws one.
    package init(from randomness: Randomness) throws(CryptographyError) {
        characters = SecretBytes(copying: try RandomText.draw(6, of: Self.alphabet, from: randomness))
    }
}
