import Testing

@testable import Telemetry

private let requests = MetricFamily(.counter, "requests_total", "Requests.")
private let latency = MetricFamily(.histogram([0.001, 0.0025, 0.005]), "request_seconds", "Latency.")
private let days = MetricFamily(.gauge, "days_left", "Days.")

private enum Outcome: String, CaseIterable { case good, bad }

@Test func `counters, gauges and histograms are shown in Prometheus's text format`() {
    let metrics = Metrics([requests, latency, days])
    metrics.count(requests, [.word("outcome", Outcome.good)])
    metrics.count(requests, [.word("outcome", Outcome.good)], by: 2)
    metrics.count(requests, [.word("outcome", Outcome.bad)])
    metrics.set(days, to: 12.5)
    let (good, bad) = (
        metrics.histogram(latency, [.word("outcome", Outcome.good)]),
        metrics.histogram(latency, [.word("outcome", Outcome.bad)])
    )
    metrics.observe([(good, 0.001), (bad, 0.0011)])
    metrics.observe([(good, 0.003), (good, 6)])
    #expect(
        metrics.text() == """
            # HELP requests_total Requests.
            # TYPE requests_total counter
            requests_total{outcome="bad"} 1
            requests_total{outcome="good"} 3
            # HELP request_seconds Latency.
            # TYPE request_seconds histogram
            request_seconds_bucket{outcome="good",le="0.001"} 1
            request_seconds_bucket{outcome="good",le="0.0025"} 1
            request_seconds_bucket{outcome="good",le="0.005"} 2
            request_seconds_bucket{outcome="good",le="+Inf"} 3
            request_seconds_sum{outcome="good"} 6.004
            request_seconds_count{outcome="good"} 3
            request_seconds_bucket{outcome="bad",le="0.001"} 0
            request_seconds_bucket{outcome="bad",le="0.0025"} 1
            request_seconds_bucket{outcome="bad",le="0.005"} 1
            request_seconds_bucket{outcome="bad",le="+Inf"} 1
            request_seconds_sum{outcome="bad"} 0.0011
            request_seconds_count{outcome="bad"} 1
            # HELP days_left Days.
            # TYPE days_left gauge
            days_left 12.5

            """)
}

@Test func `a histogram that has seen nothing is shown with zeros`() {
    let metrics = Metrics([latency])
    _ = metrics.histogram(latency)
    #expect(metrics.text().hasSuffix("le=\"+Inf\"} 0\nrequest_seconds_sum 0.0\nrequest_seconds_count 0\n"))
}

@Test func `a gauge that is set as a whole keeps no series that is gone`() {
    let metrics = Metrics([days])
    metrics.replace(days, with: [([.number("place", 0)], 1), ([.number("place", 1)], 2)])
    metrics.replace(days, with: [([.number("place", 1)], 3)])
    #expect(metrics.text().hasSuffix("gauge\ndays_left{place=\"1\"} 3\n"))
}

@Test func `counts from many threads add up`() async {
    let metrics = Metrics([requests])
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { for _ in 0..<1000 { metrics.count(requests) } } }
    }
    #expect(metrics.text().hasSuffix("requests_total 8000\n"))
}
