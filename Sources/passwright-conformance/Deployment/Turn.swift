import Foundation
import Glibc

/// That no other run changes the deployment meanwhile: an advisory lock of a session of the administrator's.
///
/// psql holds the session for as long as the pipe to it is open: until this process ends, whatever ends it. At the end
/// of its input psql runs what stands there without a semicolon: so what is owed is taken back after a kill, too.
final class Turn: Sendable {
    enum Outcome {
        case mine(Turn)
        /// Another run has it.
        case taken
        /// The administrator's access cannot say: its cases will.
        case unknown
    }

    private static let seconds: Int32 = 15
    private let session: Pipe

    private init(session: Pipe) { self.session = session }

    /// Takes it for a run that changes the deployment (`alone`), or for one that only may not meet such a run.
    static func take(_ administrator: Administrator, alone: Bool) -> Outcome {
        let lock = alone ? "pg_try_advisory_lock" : "pg_try_advisory_lock_shared"
        let (session, answer) = (Pipe(), Pipe())
        let process = administrator.session("select \(lock)(hashtextextended('passwright-conformance', 0))")
        process.standardInput = session
        process.standardOutput = answer
        do { try Interruption.unblocked { try process.run() } } catch { return .unknown }
        var wanted = pollfd(
            fd: answer.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&wanted, 1, seconds * 1000) == 1 else {
            kill(process.processIdentifier, SIGKILL)
            return .unknown
        }
        switch answer.fileHandleForReading.availableData.first {
        case UInt8(ascii: "t"):
            // A session that has ended is found out by its statements, and is no end of this process.
            _ = signal(SIGPIPE, SIG_IGN)
            return .mine(Turn(session: session))
        case UInt8(ascii: "f"): return .taken
        default: return .unknown
        }
    }

    /// From now on the session runs these statements, and no earlier ones, if this process ends.
    func bequeath(_ statements: [String]) {
        let text = "\\r\n\\o /dev/null\n" + statements.joined(separator: " \\;\n") + "\n"
        try? session.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }
}
