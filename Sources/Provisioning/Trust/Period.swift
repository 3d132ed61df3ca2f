internal import Cryptography

/// The seconds from the first to the last, both belonging to it; none where the last is before the first.
struct Period: Sendable {
    let first: UnixTime
    let last: UnixTime

    static let always = Period(first: UnixTime(seconds: .min), last: UnixTime(seconds: .max))

    func contains(_ time: UnixTime) -> Bool { first <= time && time <= last }

    /// The seconds that belong to each of them.
    static func common(_ periods: [Period]) -> Period {
        periods.reduce(.always) { Period(first: max($0.first, $1.first), last: min($0.last, $1.last)) }
    }
}

extension Certificate {
    /// In which it is valid.
    var validity: Period { Period(first: notBefore, last: notAfter) }
}
