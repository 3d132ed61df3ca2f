internal import COpenSSL

/// A value that threads share, each having it to itself in its turn. The lock is OpenSSL's own, so that rooms that
/// speak no C can share too, and the thread sanitizer understands it.
@safe
package final class Shared<Value>: @unchecked Sendable {
    private let lock: UnsafeMutableRawPointer
    private var value: Value

    package init(_ value: Value) {
        guard let lock = unsafe CRYPTO_THREAD_lock_new() else { preconditionFailure("no memory for a lock") }
        unsafe self.lock = unsafe lock
        self.value = value
    }

    deinit { unsafe CRYPTO_THREAD_lock_free(lock) }

    /// Runs `body` with the value to itself. It must not come back here, nor wait for anything.
    package func with<R>(_ body: (inout Value) -> R) -> R {
        let locked = unsafe CRYPTO_THREAD_write_lock(lock)
        precondition(locked == 1, "a lock cannot be taken")
        defer { _ = unsafe CRYPTO_THREAD_unlock(lock) }
        return body(&value)
    }
}
