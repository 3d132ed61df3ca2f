import Foundation

/// Threads of the operating system that do the same.
struct Threads {
    private let ends: [DispatchSemaphore]

    /// Starts so many.
    init(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        ends = (0..<count).map { _ in
            let end = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                body()
                end.signal()
            }
            return end
        }
    }

    /// Waits until all have ended.
    func wait() { for end in ends { end.wait() } }
}
