import Synchronization

/// Runs a second loop beside `body` until that has returned; what came of both.
func beside<R>(_ loop: Loop, _ body: () -> R) -> (R, LoadOutcome) {
    let stop = Loop.Stop()
    let outcome = Mutex(LoadOutcome())
    let thread = Threads(1) {
        let result = loop.run(until: stop)
        outcome.withLock { $0 = result }
    }
    let result = body()
    stop.now()
    thread.wait()
    return (result, outcome.withLock { $0 })
}
