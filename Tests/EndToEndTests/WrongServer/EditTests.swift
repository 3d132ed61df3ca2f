import Foundation
import TestSupport
import Testing

/// The edits that make the wrong server fit the product as it is, or stop with a sentence.
@Suite struct EditTests {
    private static let script = projectFolder.appendingPathComponent("Tests/WrongServer/patch")

    private func patch(_ edits: String) throws -> (outcome: ProgramOutcome, copy: TemporaryFolder) {
        let (folder, copy) = (try TemporaryFolder(), try TemporaryFolder())
        try Data(edits.utf8).write(to: folder.url.appendingPathComponent("one.edits"))
        let outcome = try runProgram(
            Self.script, [projectFolder.path, copy.url.path, folder.url.path])
        return (outcome, copy)
    }

    private static let file = "Sources/Provisioning/ECCV2.swift"
    private static let line = "    private static let iv = [UInt8](repeating: 0, count: 12)"

    @Test(arguments: [
        ("in \(file)\n-    let iv = 13\n", "the edit some-name does not fit: its lines are not in \(file)"),
        ("in \(file)\n-    }\n", "the edit some-name does not fit: its lines are more than once in \(file)"),
        ("in Sources/Gone.swift\n-x\n", "the edit some-name is in Sources/Gone.swift, which is not there"),
        (
            "in \(file)\n-\(line)\n\nswitch other-name\nrule r\nbreaks B.\nin \(file)\n-\(line)\n",
            "the edits some-name and other-name take away the same line of \(file)"
        ),
        ("\nswitch some-name\nrule r\nbreaks B.\n", "one.edits:5: the switch some-name is there twice"),
        ("\nswitch other-name\nbreaks B.\n", "the switch other-name does not say its rule"),
        ("what is this\n", "one.edits:4: this is neither a switch, nor a rule, nor a line of an edit"),
    ])
    func `an edit that does not fit stops with a sentence that names it`(rest: String, sentence: String)
        throws
    {
        let (outcome, copy) = try patch("switch some-name\nrule some.rule\nbreaks Something.\n" + rest)
        #expect(outcome.code == 1)
        #expect(outcome.errors.hasPrefix("wrong server: \(sentence)"))
        // Nothing is written before everything fits.
        #expect(try FileManager.default.contentsOfDirectory(atPath: copy.url.path).isEmpty)
    }

    @Test func `an edit changes its own lines and leaves all others as they are`() throws {
        let (outcome, copy) = try patch(
            """
            switch some-name
            rule some.rule
            breaks Something.
            in \(Self.file)
            -\(Self.line)
            +    private static let iv = [UInt8](repeating: 0, count: WRONG ? 16 : 12)

            """)
        #expect(outcome.code == 0)
        let product = try String(contentsOf: projectFolder.appendingPathComponent(Self.file), encoding: .utf8)
        let wrong = try String(contentsOf: copy.url.appendingPathComponent(Self.file), encoding: .utf8)
        let changed =
            #"    private static let iv = [UInt8](repeating: 0, count: isWrong("some-name") ? 16 : 12)"#
        #expect(wrong == product.replacingOccurrences(of: Self.line, with: changed))
    }

    @Test func `nothing is written where nothing has changed`() throws {
        let (_, copy) = try patch("")
        let file = copy.url.appendingPathComponent(Self.file)
        let past = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: file.path)
        let edits = try TemporaryFolder()
        let again = try runProgram(Self.script, [projectFolder.path, copy.url.path, edits.url.path])
        #expect(again.code == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.modificationDate] as? Date == past)
    }
}
