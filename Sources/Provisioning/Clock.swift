package import Cryptography

/// Where time comes from: an argument at the domain's door, so that a test can say what time it is.
package struct Clock: Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package let milliseconds: @Sendable () -> UInt64
    /// Nanoseconds of a clock that nobody sets.
    package let nanoseconds: @Sendable () -> UInt64

    package init(
        milliseconds: @escaping @Sendable () -> UInt64, nanoseconds: @escaping @Sendable () -> UInt64
    ) {
        self.milliseconds = milliseconds
        self.nanoseconds = nanoseconds
    }

    /// The instant in whole seconds, as certificates count.
    package var now: UnixTime { UnixTime(seconds: Int64(milliseconds() / 1000)) }
}
