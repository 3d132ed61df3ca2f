internal import Glibc

/// A value behind a mutex, with two conditions to wait on: that it changed, which concerns everybody who waits, and
/// that there is work, which concerns one. Plain pthreads: the thread sanitizer reports `Synchronization.Mutex`
/// falsely on this toolchain, and that has no condition.
///
/// Two, because nine threads that are woken for one request cost more than a third of its processor time: measured,
/// 19 futex calls a request, and 5 with a condition for each kind of wait.
@safe
final class Guarded<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private let work: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    init(_ value: Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe changed = .allocate(capacity: 1)
        unsafe work = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        // The monotonic clock, so that nobody who sets the time stops a wait.
        let results = unsafe [
            pthread_mutex_init(mutex, nil),
            pthread_condattr_init(&attributes),
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC),
            pthread_cond_init(changed, &attributes),
            pthread_cond_init(work, &attributes),
            pthread_condattr_destroy(&attributes),
        ]
        precondition(results.allSatisfy { $0 == 0 }, "a mutex cannot be made")
    }

    deinit {
        unsafe pthread_cond_destroy(work)
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe work.deallocate()
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Waits until `body` gives something, looking again after each `wake()` and when it is the one whom
    /// `wakeWorker()` wakes.
    func waitForWork<Result>(until body: (inout Value) -> Result?) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            unsafe pthread_cond_wait(work, mutex)
        }
    }

    /// Waits until `body` gives something, looking again after each `wake()`; nil once the monotonic clock shows
    /// `deadline` nanoseconds.
    func wait<Result>(deadline: UInt64, until body: (inout Value) -> Result?) -> Result? {
        var limit = timespec()
        limit.tv_sec = Int(deadline / 1_000_000_000)
        limit.tv_nsec = Int(deadline % 1_000_000_000)
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            if unsafe pthread_cond_timedwait(changed, mutex, &limit) == ETIMEDOUT { return body(&value) }
        }
    }

    /// Lets every thread that waits look again.
    func wake() {
        unsafe pthread_cond_broadcast(changed)
        unsafe pthread_cond_broadcast(work)
    }

    /// Lets one of those that wait for work look again.
    func wakeWorker() {
        unsafe pthread_cond_signal(work)
    }
}

/// Nanoseconds of the monotonic clock.
func monotonicNanoseconds() -> UInt64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
}

extension UInt64 {
    /// This moment and so many milliseconds.
    func adding(milliseconds: Int) -> UInt64 { self + UInt64(milliseconds) * 1_000_000 }
}
