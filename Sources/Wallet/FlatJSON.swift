/// A JSON object without objects or arrays inside it, read to the letter of RFC 8259.
///
/// Foundation's reader takes trailing commas, names that stand twice and UTF-16, and an app on the phone may not.
/// What a server writes by hand is therefore read by this.
package struct FlatJSON: Sendable {
    package enum Value: Hashable, Sendable {
        case text(String)
        /// As it was written.
        case number(String)
        case boolean(Bool)
        case null
    }

    /// In the order written; a name that stands twice is refused.
    package let members: [(name: String, value: Value)]

    package var names: [String] { members.map(\.name) }

    package subscript(name: String) -> Value? { members.first { $0.name == name }?.value }

    /// The text under `name`; nil where it is missing or no text.
    package func text(_ name: String) -> String? {
        if case .text(let text)? = self[name] { text } else { nil }
    }

    /// The whole number under `name`; nil where it is missing or anything else.
    package func integer(_ name: String) -> Int64? {
        if case .number(let digits)? = self[name] { Int64(digits) } else { nil }
    }

    /// Reads all of `bytes`.
    package init(_ bytes: [UInt8]) throws(WalletError) {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .malformed("UTF-8") }
        var reader = FlatJSONReader(bytes: bytes)
        members = try reader.object()
        guard Set(members.map(\.name)).count == members.count else {
            throw .malformed("a JSON name stands twice")
        }
    }
}
