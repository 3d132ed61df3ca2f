internal import COpenSSL

/// An OpenSSL call that did not succeed. It names the call and OpenSSL's numeric error, never a text.
package struct CryptographyError: Error, Sendable {
    /// The function that refused, as in `EVP_DigestVerify`, or the check of our own that did.
    package let operation: StaticString
    /// OpenSSL's packed error code, 0 where there is none.
    package let code: UInt

    package init(_ operation: StaticString, code: UInt = 0) {
        self.operation = operation
        self.code = code
    }
}

/// Judges an OpenSSL result: anything but 1 is thrown, and this thread's error queue is emptied into the error.
func check(_ result: Int32, _ operation: StaticString) throws(CryptographyError) {
    guard result == 1 else { throw failure(operation) }
}

/// Judges an OpenSSL result that is a pointer: null is thrown.
func check<T>(_ pointer: T?, _ operation: StaticString) throws(CryptographyError) -> T {
    guard let pointer else { throw failure(operation) }
    return pointer
}

/// The error for a call that refused, with the first code of this thread's queue. Empties the queue.
func failure(_ operation: StaticString) -> CryptographyError {
    let code = ERR_get_error()
    ERR_clear_error()
    return CryptographyError(operation, code: UInt(code))
}
