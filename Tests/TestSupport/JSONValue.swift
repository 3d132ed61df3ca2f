/// A JSON document as values that tell `true` from `1`.
package enum JSONValue: Decodable, Equatable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    package subscript(_ name: String) -> JSONValue? { object?[name] }

    package var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
    package var list: [JSONValue]? { if case .list(let values) = self { values } else { nil } }
    package var text: String? { if case .text(let text) = self { text } else { nil } }
    package var number: Double? { if case .number(let number) = self { number } else { nil } }

    /// The name of its type in JSON Schema.
    var type: String {
        switch self {
        case .null: "null"
        case .boolean: "boolean"
        case .number(let number): number.rounded() == number ? "integer" : "number"
        case .text: "string"
        case .list: "array"
        case .object: "object"
        }
    }

    /// Itself and everything in it.
    package var everything: [JSONValue] {
        switch self {
        case .list(let values): [self] + values.flatMap(\.everything)
        case .object(let members): [self] + members.values.flatMap(\.everything)
        default: [self]
        }
    }
}
