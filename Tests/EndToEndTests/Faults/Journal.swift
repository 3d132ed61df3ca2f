import Foundation
import TestSupport

/// What a client keeps of the requests that it sent: what became of each.
final class Journal: @unchecked Sendable {
    enum Fate: Equatable, Sendable {
        case answered(status: Int, reason: String?)
        /// The kernel took no connection: nobody accepted it.
        case refused
        /// The connection was taken, and no answer came.
        case lost
    }

    struct Entry: Sendable {
        /// In lower case, as the database writes it.
        let requestID: String
        let fate: Fate
        let seconds: Double
    }

    private let lock = NSLock()
    private var kept: [Entry] = []
    private var found: [String] = []
    private var judged: Set<String> = []
    private var longest = 0.0

    func add(_ entry: Entry) { lock.withLock { kept.append(entry) } }
    func add(violation: String) { lock.withLock { found.append(violation) } }
    func add(recovery seconds: Double) { lock.withLock { longest = max(longest, seconds) } }

    /// Whether an answer of this status, error and reason has not been held against the OpenAPI document yet.
    func isNew(_ kind: String) -> Bool { lock.withLock { judged.insert(kind).inserted } }

    var entries: [Entry] { lock.withLock { kept } }
    /// What of the answers is not as documented.
    var violations: [String] { lock.withLock { found } }

    /// How long after a fault the server served as before, in seconds: the longest.
    var recovery: Double { lock.withLock { longest } }

    func count(_ status: Int) -> Int { ids(status).count }

    func ids(_ status: Int) -> [String] {
        entries.filter { if case .answered(status, _) = $0.fate { true } else { false } }.map(\.requestID)
    }

    /// The reasons of the answers that were not 200.
    var reasons: Set<String> {
        Set(entries.compactMap { if case .answered(_, let reason) = $0.fate { reason } else { nil } })
    }

    var lost: Int { entries.filter { $0.fate == .lost }.count }
}
