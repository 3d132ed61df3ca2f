import Foundation

/// What an administrator did for a case is taken back: when the case is over, or where the run is ended before.
///
/// Two threads meet here: the one that asks the case, and the one that a signal ends the run in. Where the process is
/// killed the session that keeps the run's turn does it.
final class Amends: @unchecked Sendable {
    private let lock = NSLock()
    private var owed: [(administrator: Administrator, undo: String)] = []
    private var isOver = false
    private var turn: Turn?

    /// Keeps the run's turn from now on, and leaves with it what is owed.
    func keep(_ turn: Turn) { lock.withLock { self.turn = turn } }

    /// Has the administrator do something, and from then on owes `undo`. False where it was refused.
    func begin(_ administrator: Administrator, _ statement: String, undo: String) -> Bool {
        lock.withLock {
            guard !isOver else { return false }
            owed.append((administrator, undo))
            bequeath()
            guard administrator.run(statement) else {
                // Refused, or done and not told of in time.
                _ = administrator.run(undo)
                owed.removeLast()
                bequeath()
                return false
            }
            return true
        }
    }

    /// Takes back what was begun last. False where that was refused: it stays owed, and is tried again at the end.
    func end() -> Bool {
        lock.withLock {
            guard let last = owed.last else { return true }
            guard last.administrator.run(last.undo) else { return false }
            owed.removeLast()
            bequeath()
            return true
        }
    }

    /// Takes back whatever is owed, and lets nothing be begun any more. Gives what could not be taken back.
    func endAll() -> [String] {
        lock.withLock {
            isOver = true
            owed = owed.reversed().filter { !$0.administrator.run($0.undo) }
            return owed.map(\.undo)
        }
    }

    private func bequeath() { turn?.bequeath(owed.reversed().map(\.undo)) }
}
