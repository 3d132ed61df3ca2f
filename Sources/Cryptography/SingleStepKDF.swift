internal import COpenSSL

/// The single-step (concatenation) key derivation function of NIST SP 800-56C, section 4, with SHA-256.
package enum SingleStepKDF {
    /// The first `count` bytes of `SHA-256(counter || secret || info)`, counter 1, 2, ... in four bytes.
    package static func derive(
        count: Int, from secret: borrowing SecretBytes, info: [UInt8]
    ) throws(CryptographyError) -> SecretBytes {
        try unsafe secret.withUnsafeBytes { (secret) throws(CryptographyError) in
            try unsafe SecretBytes(count: count) { (output) throws(CryptographyError) in
                unsafe try check(
                    passwright_sskdf(
                        Algorithm.singleStepKDF.pointer,
                        secret.baseAddress?.assumingMemoryBound(to: UInt8.self), secret.count, info,
                        info.count,
                        output.baseAddress?.assumingMemoryBound(to: UInt8.self), output.count),
                    "EVP_KDF_derive")
            }
        }
    }
}
