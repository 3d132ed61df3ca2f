import Cryptography
import Database
import HTTP
import IssuerAPI
import Provisioning
import Telemetry
import Vault

/// What stands at the moment: looked up when `GET /metrics` asks for it, and never on a request's way.
struct StandingMetrics: Sendable {
    let metrics: Metrics
    let server: HTTPServer
    let composition: @Sendable () -> Composition
    let stores: @Sendable () -> [WorkerStore]
    let allowance: CallerAllowance

    func text() -> String {
        metrics.set(MetricFamilies.queueDepth, to: Double(server.queueDepth))
        metrics.set(MetricFamilies.connections, to: Double(server.connectionCount))
        metrics.set(MetricFamilies.callers, to: Double(allowance.callers))
        setDatabase()
        let composition = composition()
        setChains(composition.provisioner.chainCounts)
        let now = SystemClock.clock.now
        metrics.replace(MetricFamilies.daysLeft, with: daysLeft(composition, now))
        metrics.replace(
            MetricFamilies.vaultKeyAge,
            with: composition.vaultKeyFiles.map { key in
                ([.digest("key", key.id.bytes)], Self.days(now.seconds - key.written.seconds))
            })
        ProcessFigures.now.set(in: metrics)
        return metrics.text()
    }

    private func setChains(_ counts: ChainVerifier.Counts) {
        metrics.set(MetricFamilies.chainHits, to: Double(counts.hits))
        metrics.set(MetricFamilies.chainMisses, to: Double(counts.misses))
        metrics.set(MetricFamilies.chains, to: Double(counts.entries))
    }

    private func setDatabase() {
        let states = stores().map(\.connectionState)
        metrics.replace(
            MetricFamilies.databaseConnections,
            with: ConnectionState.allCases.map { state in
                ([.word("state", state)], Double(states.count { $0 == state }))
            })
    }

    /// A leaf and its intermediate come from the phones: they are known from the first chain that passed on, and
    /// after a reload from the next.
    private func daysLeft(
        _ composition: Composition, _ now: UnixTime
    ) -> [(labels: [Field], value: Double)] {
        let roots = composition.trust.anchors.enumerated().map { place, anchor in
            ([Field.text("certificate", "root"), .number("place", place)], anchor.notAfter)
        }
        let last = composition.provisioner.lastLeaf.map { leaf in
            [
                (
                    [Field.text("certificate", "intermediate"), .number("place", 0)],
                    leaf.intermediateNotAfter
                ),
                ([Field.text("certificate", "leaf"), .number("place", 0)], leaf.notAfter),
            ]
        }
        return (roots + (last ?? [])).map { labels, end in (labels, Self.days(end.seconds - now.seconds)) }
    }

    /// To a tenth.
    private static func days(_ seconds: Int64) -> Double { (Double(seconds) / 8640).rounded() / 10 }
}
