package import Cryptography
package import FoundationEssentials

/// The keys under which a used nonce is remembered: one, or two while they are rotated. And an authcode.
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

    /// What an attempt keeps of its authcode, 32 bytes, by the newest key:
    /// `HMAC-SHA-256(k, "passwright/authcode/1" || card (16) || authcode (6))`.
    ///
    /// It recognises the authcode that the network names later together with the card. The label keeps it apart
    /// from what the same key makes of nonces, so that there is one secret less for every server to share; under
    /// no key the 36^6 authcodes would be tried in minutes. A rotation leaves earlier attempts under the key before.
    package func digest(
        of authcode: borrowing Authcode, card: UUID
    ) throws(CryptographyError) -> [UInt8] {
        let label: StaticString = "passwright/authcode/1"
        let id = unsafe withUnsafeBytes(of: card.uuid) { unsafe Array($0) }
        var message = SecretBytes(
            capacity: label.utf8CodeUnitCount + id.count + authcode.characters.count)
        message.append(label)
        message.append(id)
        message.append(authcode.characters)
        return try HMACSHA256.code(for: message, key: keys[0].bytes)
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
