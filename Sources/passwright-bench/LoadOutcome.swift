/// What came of a load: how long each answer took, how many had which status, and some of the answers.
struct LoadOutcome: Sendable {
    /// Nanoseconds, those of answers with 200; ascending once joined.
    private(set) var latencies: [Int] = []
    /// By status; 0 counts the requests without an answer.
    private(set) var statuses: [Int: Int] = [:]
    private(set) var samples: [Sample] = []
    private(set) var nanoseconds = 0

    struct Sample: Sendable {
        let order: PreparedRequest.Order
        let body: [UInt8]
    }

    init() {}

    init(joining shares: [LoadOutcome], nanoseconds: Int) {
        for share in shares {
            latencies += share.latencies
            statuses.merge(share.statuses, uniquingKeysWith: +)
            samples += share.samples
        }
        latencies.sort()
        self.nanoseconds = nanoseconds
    }

    mutating func add(status: Int?, nanoseconds: Int) {
        statuses[status ?? 0, default: 0] += 1
        if status == 200 { latencies.append(nanoseconds) }
    }

    mutating func keep(_ sample: Sample) { samples.append(sample) }

    func count(of status: Int) -> Int { statuses[status] ?? 0 }

    var total: Int { statuses.values.reduce(0, +) }

    var seconds: Double { Double(nanoseconds) / 1e9 }

    /// Answers with 200 a second.
    var perSecond: Double { Double(count(of: 200)) / max(seconds, 1e-9) }

    /// The latency, in nanoseconds, within which this share (0 to 1) of the answers came: the nearest rank.
    func latency(within share: Double) -> Int? {
        guard !latencies.isEmpty else { return nil }
        let rank = Int((share * Double(latencies.count)).rounded(.up))
        return latencies[min(max(rank, 1), latencies.count) - 1]
    }

    /// The percentiles that a report shows, in milliseconds; 0 where there is no answer.
    var percentiles: [(name: String, milliseconds: Double)] {
        [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("max", 1)].map {
            ($0, Double(latency(within: $1) ?? 0) / 1e6)
        }
    }
}
