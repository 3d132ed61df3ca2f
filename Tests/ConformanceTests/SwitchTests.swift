import Foundation
import TestSupport
import Testing

@testable import passwright_conformance

/// The switches of the wrong server against the rules of the suite: a rule that nothing breaks is one of which nobody
/// knows whether its cases can fail.
@Suite struct SwitchTests {
    /// The rules that the edits say they break, once for each switch.
    private static let broken: [String] = {
        let edits = projectFolder.appendingPathComponent("Tests/WrongServer/edits")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: edits.path)) ?? []
        return files.flatMap { file in
            let text = try? String(contentsOf: edits.appendingPathComponent(file), encoding: .utf8)
            return (text ?? "").split(separator: "\n").filter { $0.hasPrefix("rule ") }
                .map { String($0.dropFirst("rule ".count)) }
        }
    }()

    /// Rules without a switch, and why.
    private static let exceptions: [Rule: String] = [
        .accepted: "whoever refuses a request in good order fails every case that is to be accepted"
    ]

    @Test(arguments: Rule.allCases)
    func `each rule is broken by a switch, and has a case`(_ rule: Rule) {
        #expect(Self.broken.contains(rule.rawValue) == (Self.exceptions[rule] == nil))
        #expect(Catalogue.cases.contains { $0.rule == rule })
    }

    @Test func `each switch breaks a rule of the suite`() {
        for rule in Self.broken { #expect(Rule(rawValue: rule) != nil, "\(rule)") }
    }
}
