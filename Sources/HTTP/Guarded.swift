internal import Glibc

/// A value behind a mutex, and those who wait: for any change of it, or each of them for work. Plain pthreads: the
/// thread sanitizer reports `Synchronization.Mutex` falsely on this toolchain, and that has no condition.
///
/// Whoever waits for work is woken alone, and of several the one that waits since the shortest time: its stack, its
/// part of the heap and its connection to the database are still in the processor's caches. Measured: waking all
/// nine for each request took 19 futex calls and a fifth of its processor time.
@safe
final class Guarded<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: Condition
    /// Guarded by the mutex; the last has waited since the shortest time.
    private var idle: [Condition] = []
    private var value: Value

    init(_ value: Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        changed = Condition()
        let result = unsafe pthread_mutex_init(mutex, nil)
        precondition(result == 0, "a mutex cannot be made")
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Waits until `body` gives something, looking again after each `wake()`, and when `wakeOne()` has chosen the
    /// thread whose `bed` this is.
    func waitForWork<Result>(in bed: Condition, until body: (inout Value) -> Result?) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            idle.append(bed)
            unsafe pthread_cond_wait(bed.pointer, mutex)
            idle.removeAll { $0 === bed }
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
            if unsafe pthread_cond_timedwait(changed.pointer, mutex, &limit) == ETIMEDOUT {
                return body(&value)
            }
        }
    }

    /// Lets every thread that waits look again.
    func wake() {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        unsafe pthread_cond_broadcast(changed.pointer)
        for bed in idle { unsafe pthread_cond_signal(bed.pointer) }
    }

    /// Lets one of those that wait for work look again, if one waits.
    func wakeOne() {
        unsafe pthread_mutex_lock(mutex)
        let bed = idle.popLast()
        unsafe pthread_mutex_unlock(mutex)
        if let bed { unsafe pthread_cond_signal(bed.pointer) }
    }
}

/// What threads wait on.
@safe
final class Condition: @unchecked Sendable {
    fileprivate let pointer: UnsafeMutablePointer<pthread_cond_t>

    init() {
        unsafe pointer = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        // The monotonic clock, so that nobody who sets the time stops a wait.
        let results = unsafe [
            pthread_condattr_init(&attributes),
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC),
            pthread_cond_init(pointer, &attributes),
            pthread_condattr_destroy(&attributes),
        ]
        precondition(results.allSatisfy { $0 == 0 }, "a condition cannot be made")
    }

    deinit {
        unsafe pthread_cond_destroy(pointer)
        unsafe pointer.deallocate()
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
