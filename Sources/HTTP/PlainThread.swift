internal import Glibc

/// A thread of the operating system. A blocked task would hold one of the few threads that Swift's tasks share.
struct PlainThread {
    private let thread: pthread_t

    /// Runs `body` on a thread of its own; nil where the system has none left.
    init?(_ body: @escaping @Sendable () -> Void) {
        let work = unsafe Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        guard unsafe pthread_create(&thread, nil, run, work.toOpaque()) == 0 else {
            unsafe work.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits for its end.
    func join() {
        pthread_join(thread, nil)
    }
}

private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

/// Where the thread begins: a function of the file, since a closure that C calls on another thread may crash.
private func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    let work = unsafe Unmanaged<Work>.fromOpaque(context!).takeRetainedValue()
    work.body()
    return nil
}
