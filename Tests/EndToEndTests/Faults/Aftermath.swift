import Foundation
import TestSupport
import Testing

/// What must be so after a fault, whatever it was.
struct Aftermath {
    let cluster: PrivateCluster
    let server: RunningServer
    /// The database's time before the fault.
    let since: String
    private let before: Resources
    private let memory: Int
    private let logLength: Int

    /// What a server's memory may be more after a fault: an allocator keeps some of what it was given back.
    private static let kilobytesMore = 8192

    /// Looks at the server before the fault: it is idle, and every connection of it is there. Where it was looked at
    /// before the first fault, that is how it has to be again after each.
    init(_ cluster: PrivateCluster, _ server: RunningServer, before: Resources? = nil) throws {
        self.cluster = cluster
        self.server = server
        try Self.untilItServes(server, within: 10)
        since = try cluster.sql("select clock_timestamp()")
        self.before = try before ?? Resources.settled(server)
        memory = try server.resident()
        logLength = server.logLength
    }

    /// The fault is over: what was answered stands in the database, and the server is as before.
    func check(
        _ journal: Journal, of fault: String, times: Int = 1, allowing reasons: Set<String>,
        losing mayLose: Bool = false
    ) throws {
        try Self.untilItServes(server, within: 5)
        #expect(journal.recovery < 5, "it served as before only after \(journal.recovery) s")
        #expect(journal.violations == [])
        #expect(journal.reasons.subtracting(reasons) == [], "reasons that this fault is none of")
        if !mayLose { #expect(journal.lost == 0, "requests were accepted and not answered") }
        let slowest = journal.entries.map(\.seconds).max() ?? 0
        #expect(slowest < 5.5, "an answer took \(slowest) s")
        try checkRows(journal, in: cluster)
        let after = try Resources.settled(server, wanted: before)
        #expect(after == before)
        let more = try server.resident() - memory
        #expect(more < Self.kilobytesMore || Demonstration.isSanitized, "\(more) kB more memory than before")
        FaultBench.current?.table.add(fault, times: times, journal, kilobytes: more)
    }

    /// One row `authorised` for each 200, and no PAN opened for an attempt without a row.
    func checkRows(_ journal: Journal, in cluster: PrivateCluster) throws {
        let rows = try cluster.sql(
            """
            select request_id, outcome, id from vault.provisioning_attempts where created_at >= '\(since)'
            """
        ).split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
        let outcomes = Dictionary(grouping: rows) { $0[0] }.mapValues { $0.map { $0[1] } }
        let unproven = journal.ids(200).filter { outcomes[$0] != ["authorised"] }
        #expect(unproven == [], "answers 200 without exactly one row")
        let sent = Set(journal.entries.map(\.requestID))
        let strange = outcomes.keys.filter { !sent.contains($0) && outcomes[$0]!.contains("authorised") }
        #expect(strange == [], "rows of requests that nobody sent")
        // The server's own book of the attempts for which it may have opened a PAN.
        let attempts = Set(rows.map { $0[2] })
        let opened = server.events("request", from: logLength).filter {
            [200, 502].contains($0["status"] as? Int ?? 0)
        }
        .filter { sent.contains($0["request_id"] as? String ?? "") }.compactMap {
            $0["attempt"] as? String
        }
        #expect(opened.filter { !attempts.contains($0) } == [], "a PAN was opened without a row")
    }

    /// Waits until the server says that it is ready.
    private static func untilItServes(_ server: RunningServer, within seconds: Double) throws {
        let end = Date(timeIntervalSinceNow: seconds)
        while try server.get("/readyz").status != 200 {
            try #require(Date() < end, "not ready again within \(seconds) s")
            Thread.sleep(forTimeInterval: 0.02)
        }
    }
}

/// What a process holds.
struct Resources: Equatable, CustomStringConvertible {
    let descriptors: Int
    let threads: Int

    var description: String { "\(descriptors) descriptors and \(threads) threads" }

    init(_ server: RunningServer) throws {
        let place = "/proc/\(server.process.processIdentifier)"
        // The server forbids others to look at its descriptors; only root may.
        descriptors = (try? FileManager.default.contentsOfDirectory(atPath: place + "/fd").count) ?? 0
        threads = try FileManager.default.contentsOfDirectory(atPath: place + "/task").count
    }

    /// As they are wanted, or else as they are when they have not changed for a second and ten have passed.
    static func settled(_ server: RunningServer, wanted: Resources? = nil) throws -> Resources {
        var last = try Resources(server)
        var steady = 0
        let end = Date(timeIntervalSinceNow: 10)
        while last != wanted {
            Thread.sleep(forTimeInterval: 0.05)
            let now = try Resources(server)
            steady = now == last ? steady + 1 : 0
            last = now
            if wanted == nil ? steady >= 10 : Date() > end { break }
        }
        return last
    }
}
