package import FoundationEssentials

/// One field of a log line: a name and a value that cannot be a runtime string.
///
/// A value is a text of the source, a number, an id, or a word of a closed set: what a stranger sent has no way
/// into a log.
package struct Field: Sendable {
    enum Value: Sendable {
        case text(StaticString)
        case word(String)
        case number(Int64)
        case id(UUID)
        case digest([UInt8])
    }

    let name: StaticString
    let value: Value

    package static func text(_ name: StaticString, _ value: StaticString) -> Field {
        Field(name: name, value: .text(value))
    }

    package static func number(_ name: StaticString, _ value: some BinaryInteger) -> Field {
        Field(name: name, value: .number(Int64(clamping: value)))
    }

    package static func id(_ name: StaticString, _ value: UUID) -> Field {
        Field(name: name, value: .id(value))
    }

    /// A SHA-256 digest, or the first bytes of one that name a key, as hexadecimal.
    package static func digest(_ name: StaticString, _ value: [UInt8]) -> Field {
        precondition(value.count == 32 || value.count == 4, "a digest has 32 bytes, and a key's name 4")
        return Field(name: name, value: .digest(value))
    }

    /// A word of a closed set.
    package static func word<Word: CaseIterable & RawRepresentable<String>>(
        _ name: StaticString, _ value: Word
    ) -> Field {
        Field(name: name, value: .word(value.rawValue))
    }

    /// Adds the value as text, without quotes. Texts of the source and words need no escape.
    func append(to text: inout [UInt8]) {
        switch value {
        case .text(let value): text.append(value)
        case .word(let word): text += word.utf8
        case .number(let number): text += String(number).utf8
        case .id(let id): id.append(to: &text)
        case .digest(let bytes): for byte in bytes { appendHexadecimal(byte, to: &text) }
        }
    }

    /// The same by itself.
    var plain: String {
        var text: [UInt8] = []
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    var isNumber: Bool {
        if case .number = value { true } else { false }
    }
}
