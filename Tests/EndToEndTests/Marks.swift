import Foundation
import TestSupport

/// The forms in which a secret could come out: as it is, hexadecimal, base64 in its three
/// alignments, for URLs too, reversed.
enum Marks {
    static func of(_ text: String) -> [String] { [text, String(text.reversed())] + of(Array(text.utf8)) }

    static func of(_ bytes: [UInt8]) -> [String] {
        let hex = bytes.hex
        // At each alignment the characters that depend on what stands around are left off.
        let base64 = (0..<3).map { shift in
            let text = Data([UInt8](repeating: 0, count: shift) + bytes).base64EncodedString()
            let bits = shift * 8
            return String(text.dropFirst((bits + 5) / 6).prefix((bytes.count * 8 - 12) / 6))
        }
        return [hex, hex.uppercased()] + base64
            + base64.map { $0.replacing("+", with: "-").replacing("/", with: "_") }
            + base64.map { $0.replacing("+", with: "%2B").replacing("/", with: "%2F") }
    }

    /// The certificates and the nonce signature of a request's body, and its nonce where that is long enough to be
    /// told from chance.
    static func inRequest(_ body: [UInt8]) -> [String] {
        guard let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] else {
            return []
        }
        let texts =
            (object["certificates"] as? [String] ?? [])
            + ["nonce", "nonce_signature"].compactMap { object[$0] as? String }
        return texts.compactMap { Data(base64Encoded: $0) }.filter { $0.count >= 12 }
            .flatMap { of([UInt8]($0.suffix(48))) }
    }

    /// What `deploy/canary` says of a log in which it looks for these.
    static func search(for marks: [String], in log: String) throws -> ProgramOutcome {
        let folder = try TemporaryFolder()
        for (name, text) in [("server.marks", marks.joined(separator: "\n")), ("server.log", log)] {
            try Data((text + "\n").utf8).write(to: folder.url.appendingPathComponent(name))
        }
        return try runProgram(
            projectFolder.appendingPathComponent("deploy/canary"), [folder.url.path])
    }

    /// Where `deploy/test` and `deploy/faults` collect what is searched: the path of a new file there.
    static func newFile(ending: String) -> String? {
        ProcessInfo.processInfo.environment["TEST_LOGS"].map { "\($0)/\(UUID().uuidString).\(ending)" }
    }
}
