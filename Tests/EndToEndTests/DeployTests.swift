import Foundation
import Glibc
import TestSupport
import Testing

/// `deploy/run` says in one sentence what stands in its way.
struct DeployTests {
    private func deployRun(_ arguments: [String] = [], environment: [String: String] = [:]) throws
        -> ProgramOutcome
    {
        try runProgram(
            projectFolder.appendingPathComponent("deploy/run"), arguments, environment: environment)
    }

    @Test func `an unknown argument is wrong usage`() throws {
        let outcome = try deployRun(["--twice"])
        #expect(outcome.code == 2)
        #expect(outcome.errors == "run: unknown argument: only --once is known.\n")
    }

    @Test(
        .enabled(if: !FileManager.default.fileExists(atPath: "/usr/bin/swift"), "swift is in /usr/bin here"))
    func `without Swift it says so`() throws {
        let outcome = try deployRun(["--once"], environment: ["PATH": "/usr/bin:/bin"])
        #expect(outcome.code == 1)
        #expect(
            outcome.errors
                == "run: Swift is not installed or not on the PATH: a Swift toolchain of version 6.2 or newer is needed.\n"
        )
        #expect(outcome.output.isEmpty)
    }

    @Test func `with port 8080 taken it says so, and nothing is begun`() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(8080).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        // Somebody else has it: that is as good.
        if isBound { listen(descriptor, 16) }
        let outcome = try deployRun(["--once"])
        #expect(outcome.code == 1)
        let sentences = [
            "run: port 8080 of 127.0.0.1 is taken: stop what listens there, then run this again.\n",
            "run: another deploy/run is using this folder.\n",
        ]
        #expect(sentences.contains(outcome.errors))
    }
}
