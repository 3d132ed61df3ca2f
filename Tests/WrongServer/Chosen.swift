import Glibc

// Static strings, so that each name stands in the program as it is written, for whoever looks for it there.
private let variable: StaticString = "WRONG"

/// The switch that the environment variable names, read once; nil where the server is to be right.
private let chosen: [UInt8]? = variable.withUTF8Buffer { name in
    let name = unsafe String(decoding: name, as: UTF8.self)
    return unsafe getenv(name).map { unsafe Array(String(cString: $0).utf8) }
}

/// Every switch that this server has.
private let switches: [StaticString] = [ALL_NAMES]

/// Whether this switch is the chosen one.
func isWrong(_ name: StaticString) -> Bool {
    guard let chosen else { return false }
    return name.withUTF8Buffer { unsafe $0.elementsEqual(chosen) }
}

/// Whether a switch is chosen that there is none of.
func isUnknownSwitchChosen() -> Bool { chosen != nil && !switches.contains(where: isWrong) }

/// What a switch remembers from one request to the next.
@safe
final class WrongMemory: @unchecked Sendable {
    static let shared = WrongMemory()
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var last: [UInt8] = [0, 0, 0, 0]
    private var earliest: [UInt8] = []
    private var inside = 0
    private var all: Set<[UInt8]> = []

    private init() { unsafe pthread_mutex_init(mutex, nil) }

    /// Puts `bytes` in the place of what was put there before, and gives that.
    func exchange(_ bytes: [UInt8]) -> [UInt8] {
        withLock { () -> [UInt8] in
            defer { last = bytes }
            return last
        }
    }

    /// What came first of all that came; `bytes` where nothing did before.
    func first(_ bytes: [UInt8]) -> [UInt8] {
        withLock { () -> [UInt8] in
            if earliest.isEmpty { earliest = bytes }
            return earliest
        }
    }

    func remember(_ bytes: [UInt8]) { withLock { _ = all.insert(bytes) } }

    func knows(_ bytes: [UInt8]) -> Bool { withLock { all.contains(bytes) } }

    /// How many others are between `enter` and `leave`.
    func enter() -> Int {
        withLock { () -> Int in
            defer { inside += 1 }
            return inside
        }
    }

    func leave() { withLock { inside -= 1 } }

    /// A hundredth of a second unless another time is said: long enough for another request to come between.
    func pause(_ microseconds: UInt32 = 10_000) { usleep(microseconds) }

    private func withLock<R>(_ body: () -> R) -> R {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }
}
