import Testing

@testable import Telemetry

private let requests = MetricFamily(.counter, "requests_total", "Requests.")
private let latency = MetricFamily(.histogram, "request_seconds", "Latency.")
private let days = MetricFamily(.gauge, "days_left", "Days.")

private enum Outcome: String, CaseIterable { case good, bad }

@Test func `counters, gauges and histograms are shown in Prometheus's text format`() {
    let metrics = Metrics([requests, latency, days])
    metrics.count(requests, [.word("outcome", Outcome.good)])
    metrics.count(requests, [.word("outcome", Outcome.good)], by: 2)
    metrics.count(requests, [.word("outcome", Outcome.bad)])
    metrics.set(days, to: 12.5)
    metrics.observe(latency, seconds: 0.001)
    metrics.observe(latency, seconds: 0.003)
    metrics.observe(latency, seconds: 6)
    #expect(
        metrics.text() == """
            # HELP requests_total Requests.
            # TYPE requests_total counter
            requests_total{outcome="bad"} 1
            requests_total{outcome="good"} 3
            # HELP request_seconds Latency.
            # TYPE request_seconds histogram
            request_seconds_bucket{le="0.001"} 1
            request_seconds_bucket{le="0.0025"} 1
            request_seconds_bucket{le="0.005"} 2
            request_seconds_bucket{le="0.01"} 2
            request_seconds_bucket{le="0.025"} 2
            request_seconds_bucket{le="0.05"} 2
            request_seconds_bucket{le="0.1"} 2
            request_seconds_bucket{le="0.25"} 2
            request_seconds_bucket{le="0.5"} 2
            request_seconds_bucket{le="1"} 2
            request_seconds_bucket{le="2.5"} 2
            request_seconds_bucket{le="5"} 2
            request_seconds_bucket{le="+Inf"} 3
            request_seconds_sum 6.004
            request_seconds_count 3
            # HELP days_left Days.
            # TYPE days_left gauge
            days_left 12.5

            """)
}

@Test func `counts from many threads add up`() async {
    let metrics = Metrics([requests])
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { for _ in 0..<1000 { metrics.count(requests) } } }
    }
    #expect(metrics.text().hasSuffix("requests_total 8000\n"))
}
