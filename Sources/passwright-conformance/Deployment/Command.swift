import Foundation

/// Another program, run to its end.
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

    /// What it wrote, a few lines at the most; null where it did not end well within so many seconds.
    func output(seconds: Int) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let end = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in end.signal() }
        do { try process.run() } catch { return nil }
        guard end.wait(timeout: .now() + .seconds(seconds)) == .success else {
            kill(process.processIdentifier, SIGKILL)
            return nil
        }
        guard process.terminationStatus == 0 else { return nil }
        return String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
}
