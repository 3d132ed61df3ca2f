internal import Glibc

/// An instant on the monotonic clock, by which an answer must be there.
struct Deadline: Sendable {
    private let nanoseconds: UInt64

    init(secondsFromNow seconds: Double) {
        nanoseconds = Deadline.now() + UInt64(seconds * 1_000_000_000)
    }

    /// What is left, in whole milliseconds rounded up; 0 once it has passed.
    var milliseconds: Int32 {
        let now = Deadline.now()
        guard nanoseconds > now else { return 0 }
        return Int32(clamping: (nanoseconds - now + 999_999) / 1_000_000)
    }

    /// The instant as `pthread_cond_timedwait` takes it.
    var timespec: Glibc.timespec {
        Glibc.timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }

    private static func now() -> UInt64 {
        var time = Glibc.timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
