import FoundationEssentials
package import Provisioning
package import Telemetry

/// One log line and one observation a request.
package struct RequestTelemetry: Sendable {
    package static let requests = MetricFamily(
        .counter, "passwright_requests_total", "Requests by route, status and reason.")
    package static let latency = MetricFamily(
        .histogram([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]),
        "passwright_request_seconds", "Seconds from the whole request to its answer, by route.")
    package static let queueWait = MetricFamily(
        .histogram([0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5]),
        "passwright_queue_seconds", "Seconds that a request waited for the worker that answered it.")
    package static let allowanceRefusals = MetricFamily(
        .counter, "passwright_allowance_refusals_total", "Attempts beyond an allowance, by whose it is.")
    package static let integrityAlarms = MetricFamily(
        .counter, "passwright_integrity_alarms_total",
        "Sealed PANs that did not open for their card, cardholder and expiry.")

    private let log: EventLog
    private let metrics: Metrics
    private let nanoseconds: @Sendable () -> UInt64
    private let latencies: [Route.Name: HistogramSeries]
    private let wait: HistogramSeries
    /// The series of `requests` that have been counted.
    private let counters = Locked<[Ending: CounterSeries]>([:])
    private let steps: StepLatencies

    package init(log: EventLog, metrics: Metrics, clock: Clock) {
        self.log = log
        self.metrics = metrics
        nanoseconds = clock.nanoseconds
        latencies = Dictionary(
            uniqueKeysWithValues: Route.Name.allCases.map { route in
                (route, metrics.histogram(Self.latency, [.word("route", route)]))
            })
        wait = metrics.histogram(Self.queueWait)
        steps = StepLatencies(metrics)
        // Shown from the start, so that an alert has something to compare with.
        metrics.count(Self.integrityAlarms, by: 0)
        for reason in [Reason.callerAllowance, .cardAllowance, .cardholderAllowance] {
            metrics.count(Self.allowanceRefusals, [.text("allowance", reason.text)], by: 0)
        }
    }

    /// How a request ended, as `requests` tells them apart.
    private struct Ending: Hashable {
        let route: Route.Name
        let status: Int
        let reason: Reason?
    }

    /// Writing a series' labels took longer than all else that is counted of a request.
    private func counter(_ ending: Ending) -> CounterSeries {
        counters.with { counters in
            if let known = counters[ending] { return known }
            let counter = metrics.counter(
                Self.requests,
                [
                    .word("route", ending.route), .number("status", ending.status),
                    .text("reason", ending.reason?.text ?? "none"),
                ])
            counters[ending] = counter
            return counter
        }
    }

    func record(_ trace: RequestTrace, status: Int) {
        let elapsed = nanoseconds() &- trace.start
        metrics.count(counter(Ending(route: trace.route, status: status, reason: trace.problem?.reason)))
        var observations = steps.of(trace.checks)
        if let latency = latencies[trace.route] { observations.append((latency, Double(elapsed) / 1e9)) }
        if let waited = trace.waited { observations.append((wait, Double(waited) / 1e9)) }
        metrics.observe(observations)
        if let problem = trace.problem, problem.code == .tooManyRequests {
            metrics.count(Self.allowanceRefusals, [.text("allowance", problem.reason.text)])
        }
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
