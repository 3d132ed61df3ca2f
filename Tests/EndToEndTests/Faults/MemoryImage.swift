import Foundation
import Glibc
import TestSupport

/// Everything that a process has in its memory and may have written there.
struct MemoryImage {
    /// Whether another's memory can be read where it forbids that to its own user: with CAP_SYS_PTRACE, as root has.
    static let isPossible: Bool = {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
        let mask = line.flatMap { UInt64($0.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) }
        return (mask ?? 0) & 1 << 19 != 0
    }()

    private let folder: TemporaryFolder
    private var file: URL { folder.url.appendingPathComponent("image") }
    /// In bytes.
    let count: Int

    init(of process: pid_t) throws {
        let place = "/proc/\(process)"
        let memory = open(place + "/mem", O_RDONLY)
        guard memory >= 0 else { throw CommandFailure(description: "no memory to read: errno \(errno)") }
        defer { close(memory) }
        folder = try TemporaryFolder()
        let image = folder.url.appendingPathComponent("image")
        try Data().write(to: image)
        let file = try FileHandle(forWritingTo: image)
        defer { try? file.close() }
        var count = 0
        for line in try String(contentsOfFile: place + "/maps", encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ")
            let ends = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            // The kernel's own pages stand past the end of what a file offset can name.
            guard words[1].hasPrefix("rw"), ends.count == 2, let start = off_t(exactly: ends[0]) else {
                continue
            }
            var bytes = Data(count: Int(ends[1] - ends[0]))
            let length = bytes.withUnsafeMutableBytes { pread(memory, $0.baseAddress, $0.count, start) }
            guard length > 0 else { continue }
            file.write(bytes.prefix(length))
            file.write(Data([0x0a]))
            count += length
        }
        self.count = count
    }

    /// In how many places one of these stands. None has a line's end in it.
    func places(of wanted: [[UInt8]]) throws -> Int {
        let marks = folder.url.appendingPathComponent("marks")
        try Data(wanted.joined(separator: [0x0a])).write(to: marks)
        let count = try run(
            ["bash", "-euc", #"{ grep -aobFf "$0" "$1" || true; } | wc -l"#, marks.path, file.path],
            environment: ["LC_ALL": "C"])
        return Int(count)!
    }
}
