internal import Telemetry

/// How many attempts one caller may make a minute: kept in the memory of each server, asked after the token and
/// before any certificate is looked at.
///
/// The generic cell rate algorithm: one instant a caller says it all, the first `perMinute` attempts pass at
/// once, and then one each `60 / perMinute` seconds.
package final class CallerAllowance: Sendable {
    /// How many callers are remembered at the most.
    static let capacity = 100_000

    private let interval: UInt64
    private let burst: UInt64
    private let arrivals = Locked<[String: UInt64]>([:])

    /// `perMinute` from 1 to 1,000,000.
    package init(perMinute: Int) {
        precondition((1...1_000_000).contains(perMinute), "an allowance of 1 to 1,000,000 a minute")
        interval = 60_000_000_000 / UInt64(perMinute)
        burst = interval * UInt64(perMinute - 1)
    }

    /// How many callers are remembered now.
    package var callers: Int { arrivals.with { $0.count } }

    /// Counts an attempt of `caller` at `nanoseconds` of a monotonic clock: nil where it may pass, else the
    /// whole seconds after which it may be tried again.
    package func secondsToWait(_ caller: String, at nanoseconds: UInt64) -> Int? {
        arrivals.with { arrivals in
            let expected = max(arrivals[caller] ?? 0, nanoseconds)
            let early = expected - nanoseconds
            guard early <= burst else { return Int((early - burst + 999_999_999) / 1_000_000_000) }
            if arrivals.count >= Self.capacity, arrivals[caller] == nil {
                // Those whose instant has passed have their whole allowance back: forgetting them changes nothing.
                arrivals = arrivals.filter { $0.value > nanoseconds }
                if arrivals.count >= Self.capacity { arrivals.removeAll(keepingCapacity: true) }
            }
            arrivals[caller] = expected + interval
            return nil
        }
    }
}
