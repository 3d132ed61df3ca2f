import Foundation
import JSON
import TestSupport
import Testing

private let folder = "jsontestsuite/test_parsing"

private func names(_ prefix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: SharedData.url(folder).path)
        .filter { $0.hasPrefix(prefix) }.sorted()
}

private func isRead(_ bytes: [UInt8]) -> Bool { (try? JSON.parse(bytes)) != nil }

/// JSONTestSuite.
@Suite(.enabled(if: SharedData.has(folder), "\(SharedData.missing)"))
struct PublishedDocumentTests {
    @Test func `no document that is not JSON is read`() throws {
        let names = try names("n_")
        #expect(names.count == 188)
        for name in names { #expect(!isRead(try SharedData.bytes("\(folder)/\(name)")), "\(name)") }
    }

    /// A document that is no object is put into one.
    @Test func `every JSON document is read, but for double names and NUL`() throws {
        let names = try names("y_")
        #expect(names.count == 95)
        let refused = try names.filter { name in
            let bytes = try SharedData.bytes("\(folder)/\(name)")
            return !isRead(bytes) && !isRead(Array(#"{"v":"#.utf8) + bytes + [0x7D])
        }
        #expect(
            refused == [
                "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
                "y_object_escaped_null_in_key.json", "y_string_null_escape.json",
            ])
    }

    /// What the standard leaves open: numbers too large for their type, halves of surrogates and bytes that are
    /// no UTF-8 are refused here; a number that is too small for its type is zero.
    @Test func `where the standard leaves it open, one answer is given`() throws {
        let names = try names("i_")
        #expect(names.count == 35)
        let read = try names.filter { name in
            let bytes = try SharedData.bytes("\(folder)/\(name)")
            return isRead(Array(#"{"v":"#.utf8) + bytes + [0x7D])
        }
        #expect(
            read == [
                "i_number_double_huge_neg_exp.json", "i_number_real_underflow.json",
                "i_structure_500_nested_arrays.json",
            ])
    }
}
