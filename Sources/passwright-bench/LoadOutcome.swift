/// What came of a load: how long each answer took, and how many had which status.
struct LoadOutcome: Sendable {
    /// Nanoseconds, those of answers with 200; ascending once joined.
    private(set) var latencies: [Int64] = []
    /// By status; 0 counts the requests without an answer.
    private(set) var statuses: [Int: Int] = [:]
    private(set) var elapsed: Duration = .zero

    init() {}

    init(joining shares: [LoadOutcome], elapsed: Duration) {
        for share in shares {
            latencies += share.latencies
            statuses.merge(share.statuses, uniquingKeysWith: +)
        }
        latencies.sort()
        self.elapsed = elapsed
    }

    mutating func add(status: Int?, after duration: Duration) {
        statuses[status ?? 0, default: 0] += 1
        if status == 200 { latencies.append(Int64(duration / .nanoseconds(1))) }
    }

    func count(of status: Int) -> Int { statuses[status] ?? 0 }

    var total: Int { statuses.values.reduce(0, +) }

    /// The latency, in nanoseconds, within which this share (0 to 1) of the answers came: the nearest rank.
    func latency(within share: Double) -> Int64? {
        guard !latencies.isEmpty else { return nil }
        let rank = Int((share * Double(latencies.count)).rounded(.up))
        return latencies[min(max(rank, 1), latencies.count) - 1]
    }
}
