import Foundation
import TestSupport
import Testing

/// The product has none of the wrong server's switches: not in its sources, and not in its programs.
@Suite struct AbsenceTests {
    private static let edits = projectFolder.appendingPathComponent("Tests/WrongServer/edits")

    /// The switches' names, from the edits themselves.
    private static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: edits.path)) ?? []
        return files.flatMap { file -> [String] in
            let text = try? String(contentsOf: edits.appendingPathComponent(file), encoding: .utf8)
            return (text ?? "").split(separator: "\n").filter { $0.hasPrefix("switch ") }
                .map { String($0.dropFirst("switch ".count)) }
        }
    }()

    private func found(in data: Data) -> [String] {
        (["WRONG"] + Self.names).filter { data.range(of: Data($0.utf8)) != nil }
    }

    @Test func `there are at least thirty switches`() { #expect(Self.names.count >= 30) }

    @Test func `no source of the product knows a switch or its variable`() throws {
        let sources = projectFolder.appendingPathComponent("Sources")
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path) {
            let file = sources.appendingPathComponent(path)
            guard ["swift", "h", "modulemap"].contains(file.pathExtension) else { continue }
            let text = try Data(contentsOf: file)
            #expect(found(in: text).isEmpty, "Sources/\(path)")
            #expect(text.range(of: Data("isWrong".utf8)) == nil, "Sources/\(path)")
        }
    }

    @Test(
        .enabled(if: builtBinary("passwright") != nil, "\(notBuilt)"),
        arguments: ["passwright", "passwright-wallet", "passwright-conformance"])
    func `no program of the product holds a switch or its variable`(_ name: String) throws {
        let program = try #require(builtBinary(name), "\(name)")
        #expect(found(in: try Data(contentsOf: program)).isEmpty)
    }

    @Test(.enabled(if: WrongSwitch.areThere, "\(WrongSwitch.missing)"))
    func `the wrong server holds every switch, so that one would be found`() throws {
        let program = try #require(WrongSwitch.program)
        #expect(found(in: try Data(contentsOf: program)) == ["WRONG"] + Self.names)
        #expect(WrongSwitch.all.map(\.name).sorted() == Self.names.sorted())
    }
}
