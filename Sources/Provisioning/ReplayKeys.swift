package import Cryptography

/// The keys under which a used nonce is remembered: one, or two while they are rotated.
///
/// A bare hash of a nonce of four bytes is reversed in seconds, hence the key. It is the same on every server.
package struct ReplayKeys: Sendable {
    private let keys: [Key]

    /// Each key is exactly 32 bytes. `previous` stays for 24 hours after a rotation, as long as a nonce is kept.
    package init(
        newest: consuming SecretBytes, previous: consuming SecretBytes?
    ) throws(ConfigurationError) {
        let newest = try Key(newest)
        guard let previous else {
            keys = [newest]
            return
        }
        let older = try Key(previous)
        guard !newest.bytes.equals(older.bytes) else { throw .replayKeysEqual }
        keys = [newest, older]
    }

    /// What is stored of a nonce: one digest of 32 bytes for each key, the newest first.
    ///
    /// `HMAC-SHA-256(k, "passwright/nonce/1" || len16(cardholder) || cardholder || len8(nonce) || nonce)`. The
    /// signature is not in it, since an ECDSA signature has several spellings, nor is the card.
    package func digests(
        of nonce: [UInt8], cardholder: String
    ) throws(CryptographyError) -> [[UInt8]] {
        let holder = Array(cardholder.utf8)
        precondition(holder.count <= 0xFFFF && nonce.count <= 0xFF, "longer than any request may be")
        var message = Array("passwright/nonce/1".utf8)
        message += [UInt8(holder.count >> 8), UInt8(holder.count & 0xFF)] + holder
        message += [UInt8(nonce.count)] + nonce
        var digests: [[UInt8]] = []
        for key in keys { digests.append(try HMACSHA256.code(for: message, key: key.bytes)) }
        return digests
    }

    /// Holds a secret where an array can have it.
    private final class Key: Sendable {
        let bytes: SecretBytes

        init(_ bytes: consuming SecretBytes) throws(ConfigurationError) {
            guard bytes.count == 32 else { throw .replayKeyLength }
            self.bytes = bytes
        }
    }
}
