internal import COpenSSL

/// What the other party could not do. It names a call or a check, never what was being read.
package enum WalletError: Error, Sendable {
    /// An OpenSSL call refused; with OpenSSL's packed error code, 0 where there is none.
    case cryptography(StaticString, code: UInt)
    /// Something that was handed in is not what it should be.
    case malformed(StaticString)
}

/// Judges an OpenSSL result: anything but 1 is thrown, and this thread's error queue is emptied.
func check(_ result: Int32, _ call: StaticString) throws(WalletError) {
    guard result == 1 else { throw refusal(call) }
}

/// Judges an OpenSSL result that is a pointer: null is thrown.
func check<T>(_ pointer: T?, _ call: StaticString) throws(WalletError) -> T {
    guard let pointer else { throw refusal(call) }
    return pointer
}

private func refusal(_ call: StaticString) -> WalletError {
    let code = ERR_get_error()
    ERR_clear_error()
    return .cryptography(call, code: UInt(code))
}

/// What one of OpenSSL's `d2i` functions makes of `der`. The caller frees it.
func parsed<T>(
    _ der: [UInt8], _ call: StaticString, _ parse: (inout UnsafePointer<UInt8>?, Int) -> T?
) throws(WalletError) -> T {
    let result = unsafe der.withUnsafeBufferPointer { bytes in
        var cursor = bytes.baseAddress
        return unsafe parse(&cursor, bytes.count)
    }
    return try check(result, call)
}

/// `count` bytes from the system's generator.
package func randomBytes(_ count: Int) throws(WalletError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try unsafe check(RAND_bytes(&bytes, Int32(count)), "RAND_bytes")
    return bytes
}

/// A digest that the other party signs or hashes with.
package enum Digest: String, CaseIterable, Sendable {
    case sha1, sha256, sha384, sha512

    var algorithm: OpaquePointer? {
        switch self {
        case .sha1: unsafe EVP_sha1()
        case .sha256: unsafe EVP_sha256()
        case .sha384: unsafe EVP_sha384()
        case .sha512: unsafe EVP_sha512()
        }
    }

    /// The digest of `bytes`.
    package func of(_ bytes: [UInt8]) throws(WalletError) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        try unsafe check(EVP_Digest(bytes, bytes.count, &result, &length, algorithm, nil), "EVP_Digest")
        return Array(result.prefix(Int(length)))
    }
}
