import IssuerAPI
import Telemetry

/// Every family that `GET /metrics` shows.
enum MetricFamilies {
    static let queueDepth = MetricFamily(.gauge, "passwright_queue_depth", "Requests that wait for a worker.")
    static let connections = MetricFamily(.gauge, "passwright_connections", "Open connections.")
    static let unready = MetricFamily(.gauge, "passwright_unready", "1 where a part cannot serve.")
    static let daysLeft = MetricFamily(
        .gauge, "passwright_certificate_days_left",
        "Days until a trust anchor ends, by its place in the file.")
    static let developmentMode = MetricFamily(
        .gauge, "passwright_development_mode", "1 where a simulated root may be trusted.")
    static let refusalsDropped = MetricFamily(
        .counter, "passwright_refusals_dropped_total", "Refusals that were not recorded in the database.")

    static let chainHits = MetricFamily(
        .counter, "passwright_remembered_chain_hits_total",
        "Certificate chains that were remembered, since trust was last read.")
    static let chainMisses = MetricFamily(
        .counter, "passwright_remembered_chain_misses_total",
        "Certificate chains that had to be verified, since trust was last read.")
    static let chains = MetricFamily(
        .gauge, "passwright_remembered_chains", "Verified certificate chains in memory.")

    static let all = [
        RequestTelemetry.requests, RequestTelemetry.latency, RequestTelemetry.integrityAlarms, queueDepth,
        connections, unready, daysLeft, developmentMode, refusalsDropped, chainHits, chainMisses,
        chains,
    ]
}
