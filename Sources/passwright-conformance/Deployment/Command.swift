import Foundation

/// Another program, run to its end in silence.
struct Command {
    private let program: String
    private let arguments: [String]
    private let environment: [String: String]

    init(_ program: String, _ arguments: [String], _ environment: [String: String]) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
    }

    /// Whether it ended well within so many seconds; after that it is killed.
    func run(seconds: Int) -> Bool { output(seconds: seconds) != nil }

    /// What it wrote to standard output, without the last newline; null where it did not end well in time.
    func output(seconds: Int) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // A file, so that no pipe can fill and nothing that it leaves running can hold one open.
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "conformance-\(UUID().uuidString)")
        guard
            FileManager.default.createFile(
                atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = try? FileHandle(forWritingTo: file)
        else { return nil }
        defer { try? FileManager.default.removeItem(at: file) }
        process.standardOutput = handle
        let end = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in end.signal() }
        do { try Interruption.unblocked { try process.run() } } catch { return nil }
        guard end.wait(timeout: .now() + .seconds(seconds)) == .success else {
            kill(process.processIdentifier, SIGKILL)
            return nil
        }
        guard process.terminationStatus == 0, let contents = try? Data(contentsOf: file) else { return nil }
        return String(decoding: contents, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
