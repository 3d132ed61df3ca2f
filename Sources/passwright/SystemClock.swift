import Glibc
import Provisioning

/// The machine's clocks.
enum SystemClock {
    static let clock = Clock(
        milliseconds: {
            let now = read(CLOCK_REALTIME)
            return UInt64(now.tv_sec) * 1000 + UInt64(now.tv_nsec) / 1_000_000
        },
        nanoseconds: {
            let now = read(CLOCK_MONOTONIC)
            return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
        })

    private static func read(_ clock: clockid_t) -> timespec {
        var now = timespec()
        _ = unsafe clock_gettime(clock, &now)
        return now
    }
}
