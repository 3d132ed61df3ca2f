import IssuerAPI
import Telemetry

/// Every family that `GET /metrics` shows.
enum MetricFamilies {
    static let queueDepth = MetricFamily(.gauge, "passwright_queue_depth", "Requests that wait for a worker.")
    static let connections = MetricFamily(.gauge, "passwright_connections", "Open connections.")
    static let unready = MetricFamily(.gauge, "passwright_unready", "1 where a part cannot serve.")
    static let daysLeft = MetricFamily(
        .gauge, "passwright_certificate_days_left",
        "Days until a root ends, or leaf and intermediate of the last chain that passed.")
    static let vaultKeyAge = MetricFamily(
        .gauge, "passwright_vault_key_age_days", "Days since a vault key's file was written.")
    static let databaseConnections = MetricFamily(
        .gauge, "passwright_database_connections", "The workers' connections to PostgreSQL, by state.")
    static let callers = MetricFamily(
        .gauge, "passwright_allowance_callers", "Callers whose attempts are remembered, 100,000 at the most.")
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

    // Under the names that Prometheus gives them everywhere.
    static let residentMemory = MetricFamily(
        .gauge, "process_resident_memory_bytes", "Memory that the process has in use.")
    static let openDescriptors = MetricFamily(.gauge, "process_open_fds", "Open descriptors.")
    static let mostDescriptors = MetricFamily(.gauge, "process_max_fds", "Descriptors that may be open.")
    static let processorSeconds = MetricFamily(
        .counter, "process_cpu_seconds_total", "Processor time, in the kernel included.")
    static let startTime = MetricFamily(
        .gauge, "process_start_time_seconds", "When the server was started, in seconds since 1970.")

    static let all = [
        RequestTelemetry.requests, RequestTelemetry.latency, RequestTelemetry.queueWait, StepLatencies.family,
        RequestTelemetry.integrityAlarms, RequestTelemetry.allowanceRefusals, callers, queueDepth,
        connections,
        databaseConnections, unready, daysLeft, vaultKeyAge, developmentMode, refusalsDropped, chainHits,
        chainMisses, chains, residentMemory, openDescriptors, mostDescriptors, processorSeconds, startTime,
    ]
}
