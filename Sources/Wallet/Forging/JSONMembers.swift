/// The members of a JSON object in the order in which they are written, each value as JSON: a name can stand twice,
/// and a value can be of any type.
package struct JSONMembers: Sendable {
    private var members: [(name: String, json: String)] = []

    package init(_ members: KeyValuePairs<String, String> = [:]) {
        for (name, json) in members { add(name, json) }
    }

    /// Writes a member at the end, whether or not its name is there already.
    package mutating func add(_ name: String, _ json: String) { members.append((name, json)) }

    /// Puts `json` in the place of the member of this name, or at the end.
    package mutating func set(_ name: String, _ json: String) {
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].json = json
        } else {
            add(name, json)
        }
    }

    package mutating func remove(_ name: String) { members.removeAll { $0.name == name } }

    /// The object without white space. Names are plain: nothing in them is escaped.
    package var json: String {
        "{" + members.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
    }
}

extension String {
    /// This text as a JSON string.
    package var json: String {
        let escaped = unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\u{0}"..."\u{1f}": "\\u00" + [UInt8(scalar.value)].hexadecimal
            default: String(scalar)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}
