internal import COpenSSL

/// An RSA key of 2048 to 4096 bits that verifies PKCS #1 v1.5 signatures.
package struct RSAPublicKey: Sendable {
    private let key: EVPKey
    /// The modulus's length, and so each signature's.
    private let count: Int

    /// Takes big-endian numbers without leading zeros (RFC 7518, 6.3.1.1): an odd modulus of 2048-4096 bits, an
    /// odd exponent from 3 to 2^32 - 1, so that no stranger's key costs more than a few milliseconds.
    package init(modulus: [UInt8], exponent: [UInt8]) throws(CryptographyError) {
        guard let first = modulus.first, first != 0, let last = modulus.last, last & 1 == 1 else {
            throw CryptographyError("RSAPublicKey: not an odd number without leading zeros")
        }
        let bits = modulus.count * 8 - first.leadingZeroBitCount
        guard (2048...4096).contains(bits) else {
            throw CryptographyError("RSAPublicKey: not 2048 to 4096 bits")
        }
        guard (1...4).contains(exponent.count), exponent[0] != 0, exponent[exponent.count - 1] & 1 == 1,
            exponent != [1]
        else {
            throw CryptographyError("RSAPublicKey: not a usable exponent")
        }
        count = modulus.count
        key = unsafe try EVPKey(
            owning: passwright_rsa_public(modulus, Int32(modulus.count), exponent, Int32(exponent.count)),
            "EVP_PKEY_fromdata", hashing: .sha256)
    }

    /// Whether `signature` is this key's over `message`, RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, 8.2.2). A
    /// failure of any kind is a no.
    package func verifiesPKCS1(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count == count else { return false }
        return key.verifies(signature, of: message)
    }
}
