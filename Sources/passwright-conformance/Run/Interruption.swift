import Foundation
import Glibc

/// Ctrl-C, and the other signals that end a program: one thread waits for them, so that the end is an orderly one.
enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// From now on the first of them calls `end` with its number. To be called before there are other threads; a signal
    /// that is ignored (nohup) stays so.
    static func attend(_ end: @escaping @Sendable (Int32) -> Never) {
        let heeded = signals.filter { !isIgnored($0) }
        for number in heeded {
            var action = sigaction()
            unsafe action.__sigaction_handler.sa_handler = passOn
            unsafe sigaction(number, &action, nil)
        }
        var set = set(of: heeded)
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        Thread.detachNewThread {
            var (set, number) = (Interruption.set(of: heeded), Int32(0))
            while unsafe sigwait(&set, &number) != 0 {}
            end(number)
        }
    }

    /// Starts another program, which is to know nothing of this: it would inherit that they are blocked.
    static func unblocked<R>(_ start: () throws -> R) rethrows -> R {
        var (set, before) = (set(of: signals), sigset_t())
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try start()
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        unsafe sigaction(number, nil, &action)
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func set(of signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in signals { unsafe sigaddset(&set, number) }
        return set
    }
}

/// A thread that is just starting a program passes a signal on to the one that waits.
private func passOn(_ number: Int32) { kill(getpid(), number) }
