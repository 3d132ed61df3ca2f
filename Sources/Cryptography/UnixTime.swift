/// An instant in whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
package struct UnixTime: Comparable, Hashable, Sendable {
    package let seconds: Int64

    package init(seconds: Int64) { self.seconds = seconds }

    package static func < (left: UnixTime, right: UnixTime) -> Bool { left.seconds < right.seconds }
}
