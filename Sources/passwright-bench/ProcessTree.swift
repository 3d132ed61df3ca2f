import Foundation

/// A process and its children, as /proc shows them.
struct ProcessTree: Sendable {
    let root: Int32

    /// Nanoseconds on a processor so far, by process. Linux counts them for each thread; what a thread or process
    /// that has ended spent is not in it.
    func times() -> [Int32: UInt64] {
        var times: [Int32: UInt64] = [:]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        for pid in names.compactMap({ Int32($0) }) where pid == root || parent(of: pid) == root {
            times[pid] = time(of: pid)
        }
        return times
    }

    /// What was spent since `times()` was `before`.
    func nanoseconds(since before: [Int32: UInt64]) -> UInt64 {
        times().reduce(0) { sum, process in
            let earlier = before[process.key] ?? 0
            return sum + (process.value > earlier ? process.value - earlier : 0)
        }
    }

    /// Of the root alone; 0 where it is not there.
    var residentBytes: UInt64 {
        let line = text("/proc/\(root)/status")?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { UInt64($0) } ?? 0) * 1024
    }

    private func parent(of pid: Int32) -> Int32? {
        // PID (NAME) STATE PARENT: the name may hold anything.
        guard let name = text("/proc/\(pid)/stat"), let end = name.lastIndex(of: ")") else { return nil }
        let words = name[name.index(after: end)...].split(separator: " ")
        return words.count > 1 ? Int32(words[1]) : nil
    }

    private func time(of pid: Int32) -> UInt64 {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        return threads.reduce(0) { sum, thread in
            let words = text("/proc/\(pid)/task/\(thread)/schedstat")?.split(separator: " ")
            return sum + (words?.first.flatMap { UInt64($0) } ?? 0)
        }
    }

    private func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
