internal import COpenSSL

/// OpenSSL's random generator.
package enum Random {
    /// `count` bytes that nobody can foretell.
    package static func bytes(_ count: Int) throws(CryptographyError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe try check(RAND_bytes(&bytes, Int32(count)), "RAND_bytes")
        return bytes
    }
}
