import Foundation

/// How often each fault strikes. `FAULT_ROUNDS=300`, which `deploy/faults` sets, is the long form: 300 kills of the
/// server, 50 of PostgreSQL, 20 drains.
enum FaultRounds {
    private static let asked = ProcessInfo.processInfo.environment["FAULT_ROUNDS"].flatMap(Int.init)
    private static let all = asked ?? 5

    static let areAsked = asked != nil
    static let missing = "FAULT_ROUNDS does not say how often; deploy/faults does"

    static let serverKills = all
    static let databaseKills = max(2, all / 6)
    static let drains = max(3, all / 15)
    static let cuts = 4 * all
    static let reloads = 4 * all
}
