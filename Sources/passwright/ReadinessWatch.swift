import Cryptography
import Database
import Foundation
import IssuerAPI
import Provisioning
import Telemetry

/// Looks each second at what `/readyz` tells, on a thread and a connection of its own, so that the answer waits
/// for nothing. It also sweeps out what has expired, and writes down the head of the administrators' actions.
final class ReadinessWatch: Sendable {
    private struct State {
        var parts: [UnreadyPart] = [UnreadyPart(part: .database, why: "not looked at yet")]
        var isShuttingDown = false
        var actionHead: [UInt8]?
    }

    private let store: WorkerStore
    private let log: EventLog
    private let metrics: Metrics
    private let trust: @Sendable () -> TrustPolicy
    private let activationKeys: @Sendable () -> ActivationKeys
    private let state = Locked(State())

    init(
        database: DatabaseSettings, log: EventLog, metrics: Metrics,
        trust: @escaping @Sendable () -> TrustPolicy,
        activationKeys: @escaping @Sendable () -> ActivationKeys
    ) {
        store = WorkerStore(database)
        self.log = log
        self.metrics = metrics
        self.trust = trust
        self.activationKeys = activationKeys
    }

    /// What cannot serve now, or should be looked at.
    var unready: [UnreadyPart] {
        state.with { state in
            let end = UnreadyPart(part: .server, why: "shutting down")
            return state.parts + (state.isShuttingDown ? [end] : [])
        }
    }

    /// From here on the server is not ready, so that a load balancer sends nothing more.
    func shutDown() { state.with { $0.isShuttingDown = true } }

    func start() {
        look()
        Thread.detachNewThread { [self] in
            var seconds = 0
            while !state.with({ $0.isShuttingDown }) {
                Thread.sleep(forTimeInterval: 1)
                seconds += 1
                look()
                if seconds.isMultiple(of: 60) { sweep() }
            }
        }
    }

    private func look() {
        let database = database()
        let parts = database + (database.isEmpty ? activation() : []) + certificates()
        state.with { $0.parts = parts }
        for part in [UnreadyPart.Part.database, .schema, .activation, .trust] {
            let isUnready = parts.contains { $0.part == part && !$0.isNotice }
            metrics.set(MetricFamilies.unready, [.word("part", part)], to: isUnready ? 1 : 0)
        }
    }

    private func database() -> [UnreadyPart] {
        func part(_ why: StaticString) -> [UnreadyPart] { [UnreadyPart(part: .database, why: why)] }
        let readiness: Readiness
        do { readiness = try store.readiness() } catch {
            switch error {
            case .unavailable: return part("no connection")
            case .timedOut: return part("no answer in time")
            case .incompatible: return part("an answer that this version does not understand")
            }
        }
        note(readiness.actionHead)
        guard readiness.schemaFits else { return [UnreadyPart(part: .schema, why: "wrong version")] }
        guard readiness.isWritable else { return part("read only") }
        return []
    }

    /// Each new head of the record of administrators' actions is in the log, where the database's owner is not.
    private func note(_ head: [UInt8]?) {
        guard let head else { return }
        let isNew = state.with { state in
            defer { state.actionHead = head }
            return state.actionHead != head
        }
        if isNew { log.write("action_head", [.digest("head", head)]) }
    }

    /// The programs change with an administrator's verb, the keys with SIGHUP.
    private func activation() -> [UnreadyPart] {
        guard let programs = try? store.enabledPrograms() else {
            return [UnreadyPart(part: .activation, why: "the programs could not be read")]
        }
        return ActivationReadiness.parts(programs, activationKeys())
    }

    private func certificates() -> [UnreadyPart] {
        let now = SystemClock.clock.now
        guard trust().anchors.contains(where: { $0.isValid(at: now) }) else {
            return [UnreadyPart(part: .trust, why: "no trust anchor is valid now")]
        }
        return []
    }

    private func sweep() {
        // A batch a round, and not more than ten: what is left waits for the next minute.
        for _ in 0..<10 {
            guard let count = try? store.purgeExpired(), count > 0 else { return }
        }
    }
}
