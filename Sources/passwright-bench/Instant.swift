import Glibc

/// A moment on the monotonic clock.
struct Instant: Sendable {
    private let nanoseconds: Int

    static var now: Instant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: time.tv_sec * 1_000_000_000 + time.tv_nsec)
    }

    private init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

    func adding(nanoseconds more: Int) -> Instant { Instant(nanoseconds: nanoseconds + more) }

    /// How long ago it was; negative where it is still to come.
    var nanosecondsUntilNow: Int { Instant.now.nanoseconds(since: self) }

    func nanoseconds(since earlier: Instant) -> Int { nanoseconds - earlier.nanoseconds }
}
