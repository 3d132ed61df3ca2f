import Foundation

/// How often each fault strikes. `FAULT_ROUNDS=300`, which `deploy/faults` sets, is the long form: 300 kills of the
/// server, 50 of PostgreSQL, 20 drains, 10,000 requests before the memory is read.
enum FaultRounds {
    private static let asked = ProcessInfo.processInfo.environment["FAULT_ROUNDS"].flatMap(Int.init)
    private static let all = asked ?? 3

    static let serverKills = all
    static let databaseKills = max(2, all / 6)
    static let drains = max(3, all / 15)
    static let cuts = 4 * all
    static let reloads = 4 * all
    static let requestsBeforeImage = asked.map { max(500, 10_000 * $0 / 300) } ?? 500
}
