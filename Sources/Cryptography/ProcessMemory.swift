internal import COpenSSL

/// The memory in which secrets are while the process lives.
package enum ProcessMemory {
    /// From here on there is no core file, and no other process of the same user may look in.
    package static func forbidDumps() throws(CryptographyError) {
        guard passwright_forbid_dumps() == 1 else { throw CryptographyError("prctl") }
    }
}
