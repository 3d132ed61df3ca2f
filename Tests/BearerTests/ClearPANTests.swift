import Bearer
import Foundation
import TestSupport
import Testing

/// The database and the token look for the same: its own cases are these too.
private let cases: [(typed: String, holds: Bool)] = {
    let file = projectFolder.appendingPathComponent("db/tests/clear_pans.sql")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
        guard line.hasPrefix("  ('") else { return nil }
        let typed = line.dropFirst(4).prefix { $0 != "'" }
        if line.contains("', true, '") { return (String(typed), true) }
        return line.contains("', false, '") ? (String(typed), false) : nil
    }
}()

@Test func `there are cases of both kinds`() {
    #expect(cases.count > 20)
    #expect(Set(cases.map(\.holds)) == [true, false])
}

@Test(arguments: cases)
func `a number like a PAN is found where the database finds one`(typed: String, holds: Bool) {
    #expect(ClearPAN.stands(in: Array(typed.utf8)) == holds)
}

@Test(arguments: [
    "7f0c3c1e-5a0e-4a57-9d0e-3f6f4b6a1c55", "00000000-0000-4000-8000-0000000a11ce",
    "auth0|5f7c8ec7c33c6c004bbafe82",
    "google-oauth2|103547991597142817347", "1067890123", "alice@example.com", "aaaaaaaaaaaa4111",
    "éé4111111111111112",
])
func `ids as token issuers make them are none`(id: String) {
    #expect(!ClearPAN.stands(in: Array(id.utf8)))
}

@Test func `the longest text is looked at whole`() {
    let text = String(repeating: "x", count: 112) + "4111111111111111"
    #expect(text.utf8.count == 128)
    #expect(ClearPAN.stands(in: Array(text.utf8)))
    #expect(!ClearPAN.stands(in: Array(String(repeating: "1", count: 128).utf8)))
}
