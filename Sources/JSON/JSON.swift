internal import CJansson

/// Strict reading of JSON (RFC 8259) that a stranger sent.
///
/// A document is an object in UTF-8 without a byte order mark, of at most 64 KiB, in which no name stands twice,
/// no string holds NUL, every escaped surrogate has its other half and every number fits its type.
package enum JSON {
    /// The most bytes that are read.
    package static let limit = 64 * 1024

    /// Gives jansson's hash tables a secret start. Once, first in `main`: later it races with readers.
    package static func seed() { json_object_seed(0) }

    /// Reads a document. The caller's bytes are not kept.
    package static func parse(_ bytes: [UInt8]) throws(JSONError) -> Object {
        guard bytes.count <= limit else { throw .tooLarge }
        var code: Int32 = 0
        let root = unsafe bytes.withUnsafeBytes { bytes in
            unsafe passwright_json_load(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, &code)
        }
        guard let root = unsafe root else {
            throw code == Int32(json_error_duplicate_key.rawValue) ? .duplicateMember : .malformed
        }
        let document = unsafe Document(owning: root)
        guard case .object(let object) = unsafe Value(root, in: document) else { throw .notAnObject }
        return object
    }
}

/// Why a document was not read. It says nothing of what the document holds.
package enum JSONError: Error, CaseIterable, Sendable {
    case tooLarge
    /// Not JSON, or not as strict as it has to be.
    case malformed
    /// A name stands twice in an object, at any depth.
    case duplicateMember
    /// JSON, but an array.
    case notAnObject
}

/// A tree of jansson's, freed with the last value that is read from it. It is never changed, so that any thread
/// may read it.
@safe
final class Document: @unchecked Sendable {
    private let root: UnsafeMutablePointer<json_t>

    init(owning root: UnsafeMutablePointer<json_t>) { unsafe self.root = root }

    deinit { unsafe passwright_json_free(root) }
}
