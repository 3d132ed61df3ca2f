import Foundation
import TestSupport
import Testing

/// One way in which the wrong server is wrong. `Tests/WrongServer/build` makes that server, and the list of these.
struct WrongSwitch: Sendable, CustomTestStringConvertible {
    let name: String
    /// The one rule that it breaks.
    let rule: String
    let sentence: String

    var testDescription: String { name }

    /// The folder that `Tests/WrongServer/build` prints. It is named and not looked for: so many servers take minutes.
    private static let folder = ProcessInfo.processInfo.environment["TEST_WRONG_SERVER"]
    static let missing = "TEST_WRONG_SERVER names no folder that Tests/WrongServer/build made"
    static let areThere = program.map { FileManager.default.isExecutableFile(atPath: $0.path) } ?? false
    static let program = folder.map { URL(fileURLWithPath: $0).appendingPathComponent("passwright") }

    /// Those that the environment names, which must be there; or every one.
    static let asked: [WrongSwitch] = {
        guard let names = ProcessInfo.processInfo.environment["TEST_WRONG_SWITCHES"] else { return all }
        return names.split(whereSeparator: \.isWhitespace).map { name in
            all.first { $0.name == name }
                ?? WrongSwitch(name: String(name), rule: "none", sentence: "There is no such switch.")
        }
    }()

    static let all: [WrongSwitch] = {
        guard let folder, let text = try? String(contentsOfFile: folder + "/switches", encoding: .utf8) else {
            return []
        }
        return text.split(separator: "\n").map { line in
            let words = line.split(separator: "\t", maxSplits: 2).map(String.init)
            return WrongSwitch(name: words[0], rule: words[1], sentence: words[2])
        }
    }()
}
