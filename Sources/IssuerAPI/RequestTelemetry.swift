import FoundationEssentials
package import Provisioning
package import Telemetry

/// One log line and one observation a request.
package struct RequestTelemetry: Sendable {
    package static let requests = MetricFamily(
        .counter, "passwright_requests_total", "Requests by route, status and reason.")
    package static let latency = MetricFamily(
        .histogram, "passwright_request_seconds", "Seconds from the request to its answer, by route.")
    package static let integrityAlarms = MetricFamily(
        .counter, "passwright_integrity_alarms_total",
        "Sealed PANs that did not open for their card, cardholder and expiry.")

    private let log: EventLog
    private let metrics: Metrics
    private let nanoseconds: @Sendable () -> UInt64

    package init(log: EventLog, metrics: Metrics, clock: Clock) {
        self.log = log
        self.metrics = metrics
        nanoseconds = clock.nanoseconds
        // Shown from the start, so that an alert has something to compare with.
        metrics.count(Self.integrityAlarms, by: 0)
    }

    func record(_ trace: RequestTrace, status: Int) {
        let elapsed = nanoseconds() &- trace.start
        let reason = trace.problem?.reason.text ?? "none"
        metrics.count(
            Self.requests, [.word("route", trace.route), .number("status", status), .text("reason", reason)])
        metrics.observe(Self.latency, [.word("route", trace.route)], seconds: Double(elapsed) / 1e9)
        if trace.failure == .vaultCannotOpen { metrics.count(Self.integrityAlarms) }

        var fields: [Field] = [
            .id("request_id", trace.requestID), .word("route", trace.route), .number("status", status),
        ]
        if let problem = trace.problem {
            fields += [.word("error", problem.code), .text("reason", problem.reason.text)]
        }
        if let attempt = trace.startedAttempt { fields.append(.id("attempt", attempt)) }
        if let device = trace.device { fields.append(.word("device", device)) }
        fields.append(.number("microseconds", elapsed / 1000))
        log.write("request", fields)
    }
}
