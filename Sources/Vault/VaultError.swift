package import Cryptography

/// Why the vault did not seal or open a PAN.
package enum VaultError: Error, Sendable {
    /// The sealed value has another shape than its version has, or its point is not on the curve.
    case malformed
    /// The sealed value begins with a version that is not known.
    case unknownVersion
    /// No key that is open has the sealed value's key id: it is retired, or was never here.
    case unknownKey
    /// The sealed value is not this card's, cardholder's and expiry's, or was altered.
    case doesNotOpen
    /// Not 12 to 19 digits, or the last is not the Luhn digit of the others.
    case notAPAN
    /// The PAN opened, and the last four digits beside it are another's.
    case lastFourDiffers
    /// A cardholder id that is not 1-128 bytes, or an expiry that is no month of four-digit years.
    case impossibleContext
    /// OpenSSL refused what it should have done, or a key file holds something else than a key.
    case cryptography(CryptographyError)
}

/// Runs a step of OpenSSL's, its error wrapped.
func wrapping<R: ~Copyable>(_ step: () throws(CryptographyError) -> R) throws(VaultError) -> R {
    do { return try step() } catch { throw .cryptography(error) }
}
