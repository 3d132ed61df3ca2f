package import Foundation

/// The reason that a test gives which needs a program that is not built.
package let notBuilt = "the programs are not built: swift build"

/// A program of the project: in the folder that TEST_BINARIES names, or else the younger of the release and the
/// debug build. Null where it is not built.
package func builtBinary(_ name: String) -> URL? {
    if let folder = ProcessInfo.processInfo.environment["TEST_BINARIES"] {
        let binary = URL(fileURLWithPath: folder).appendingPathComponent(name)
        return FileManager.default.isExecutableFile(atPath: binary.path) ? binary : nil
    }
    let built = ["release", "debug"]
        .map { projectFolder.appendingPathComponent(".build/\($0)/\(name)") }
        .filter { FileManager.default.isExecutableFile(atPath: $0.path) }
    return built.max { age(of: $0) < age(of: $1) }
}

private func age(of file: URL) -> Date {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    return attributes?[.modificationDate] as? Date ?? .distantPast
}

/// How a program that was run to its end came out.
package struct ProgramOutcome: Sendable {
    package let code: Int32
    package let output: String
    package let errors: String
}

/// Runs a program to its end. Output goes through files, so that no pipe can fill.
package func runProgram(
    _ binary: URL, _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:]
) throws -> ProgramOutcome {
    let folder = try TemporaryFolder()
    try Data(input).write(to: folder.url.appendingPathComponent("input"))
    for name in ["output", "errors"] {
        try Data().write(to: folder.url.appendingPathComponent(name))
    }
    let input = try FileHandle(forReadingFrom: folder.url.appendingPathComponent("input"))
    let output = try FileHandle(forWritingTo: folder.url.appendingPathComponent("output"))
    let errors = try FileHandle(forWritingTo: folder.url.appendingPathComponent("errors"))
    // Foundation holds on to a process that has ended, and to its files with it.
    defer { for file in [input, output, errors] { try? file.close() } }
    let program = Process()
    program.executableURL = binary
    program.arguments = arguments
    program.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    program.standardInput = input
    program.standardOutput = output
    program.standardError = errors
    try program.start()
    program.waitForEnd()
    let read = { (name: String) throws in
        String(decoding: try Data(contentsOf: folder.url.appendingPathComponent(name)), as: UTF8.self)
    }
    return ProgramOutcome(
        code: program.terminationStatus, output: try read("output"), errors: try read("errors"))
}

/// A folder that goes when nobody holds it any more.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        // Short, so that no name has as many digits in a row as a card number.
        let name = "passwright-\(UUID().uuidString.prefix(8))"
        url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
