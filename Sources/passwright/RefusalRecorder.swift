import Database
import Foundation
import Provisioning
import Telemetry

/// Writes refusals from before the database step into the record of attempts: after the answer, on a thread and a
/// connection of its own, best effort. What does not fit is dropped and counted.
final class RefusalRecorder: Sendable {
    /// Refusals that may wait.
    static let capacity = 1024

    private struct State {
        var waiting: [RecordedRefusal] = []
        var isFinishing = false
    }

    private let store: WorkerStore
    private let metrics: Metrics
    private let state = Locked(State())
    private let arrived = DispatchSemaphore(value: 0)
    private let finished = DispatchSemaphore(value: 0)

    init(database: DatabaseSettings, metrics: Metrics) {
        store = WorkerStore(database)
        self.metrics = metrics
        metrics.count(MetricFamilies.refusalsDropped, by: 0)
    }

    func add(_ refusal: RecordedRefusal) {
        let isTaken = state.with { state in
            guard state.waiting.count < Self.capacity else { return false }
            state.waiting.append(refusal)
            return true
        }
        if isTaken { arrived.signal() } else { metrics.count(MetricFamilies.refusalsDropped) }
    }

    func start() {
        Thread.detachNewThread { [self] in
            while true {
                arrived.wait()
                let batch = state.with { state in
                    defer { state.waiting = [] }
                    return state.waiting
                }
                for refusal in batch { write(refusal) }
                if batch.isEmpty, state.with({ $0.isFinishing }) { break }
            }
            finished.signal()
        }
    }

    /// Writes what still waits, for at most two seconds.
    func finish() {
        state.with { $0.isFinishing = true }
        arrived.signal()
        _ = finished.wait(timeout: .now() + 2)
    }

    private func write(_ refusal: RecordedRefusal) {
        do { try store.record(refusal) } catch { metrics.count(MetricFamilies.refusalsDropped) }
    }
}
