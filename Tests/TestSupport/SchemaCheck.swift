internal import Foundation

/// Holds a value against a schema of JSON Schema 2020-12: the keywords that the product's schemas use, and a violation for
/// each that is not known here, so that nothing is passed over.
package struct SchemaCheck {
    /// What `$ref` points into.
    let document: JSONValue
    /// Whether a member that the schema does not name is a violation: in an answer it is one that nobody was told of.
    let namesEveryMember: Bool

    package init(document: JSONValue, namesEveryMember: Bool) {
        self.document = document
        self.namesEveryMember = namesEveryMember
    }

    /// What is wrong, with where; empty where nothing is.
    package func violations(of value: JSONValue, against schema: JSONValue, at place: String = "") -> [String]
    {
        var found: [String] = []
        func expect(_ isGood: Bool, _ what: String) { if !isGood { found.append("\(place): \(what)") } }
        func isGood(_ schema: JSONValue, for value: JSONValue) -> Bool {
            violations(of: value, against: schema, at: place).isEmpty
        }
        for (keyword, rule) in schema.object ?? [:] {
            switch keyword {
            case "description", "examples", "contentEncoding", "discriminator", "title", "$schema", "$defs":
                break
            case "$ref":
                found += violations(of: value, against: resolve(schema), at: place)
            case "type":
                let types = rule.list?.compactMap(\.text) ?? [rule.text ?? ""]
                let isNumber = value.type == "integer" && types.contains("number")
                expect(types.contains(value.type) || isNumber, "is not of type \(types)")
            case "const": expect(value == rule, "is not \(rule)")
            case "enum": expect(rule.list!.contains(value), "\(value) is not one of \(rule)")
            case "not": expect(!isGood(rule, for: value), "is what it must not be")
            case "oneOf":
                expect(rule.list!.count { isGood($0, for: value) } == 1, "is not one of the kinds")
            case "required":
                guard let members = value.object else { break }
                for name in rule.list! { expect(members[name.text!] != nil, "has no \(name.text!)") }
            case "properties":
                guard let members = value.object else { break }
                for (name, member) in members {
                    if let schema = rule[name] {
                        found += violations(of: member, against: schema, at: "\(place)/\(name)")
                    } else if namesEveryMember, schema["additionalProperties"] == nil {
                        expect(false, "\(name) is not documented")
                    }
                }
            case "additionalProperties":
                guard rule == .boolean(false), let members = value.object else { break }
                expect(members.keys.allSatisfy { schema["properties"]?[$0] != nil }, "has other members")
            case "propertyNames":
                for name in value.object?.keys.sorted() ?? [] {
                    expect(isGood(rule, for: .text(name)), "must not have \(name)")
                }
            case "items":
                for (index, element) in (value.list ?? []).enumerated() {
                    found += violations(of: element, against: rule, at: "\(place)/\(index)")
                }
            case "minItems":
                if let list = value.list { expect(list.count >= Int(rule.number!), "is too short") }
            case "maxItems":
                if let list = value.list { expect(list.count <= Int(rule.number!), "is too long") }
            case "minLength":
                if let text = value.text {
                    expect(text.unicodeScalars.count >= Int(rule.number!), "is too short")
                }
            case "maxLength":
                if let text = value.text {
                    expect(text.unicodeScalars.count <= Int(rule.number!), "is too long")
                }
            case "minimum": if let number = value.number { expect(number >= rule.number!, "is too small") }
            case "maximum": if let number = value.number { expect(number <= rule.number!, "is too large") }
            case "pattern":
                if let text = value.text {
                    expect(matches(text, rule.text!), "\(text) does not match \(rule.text!)")
                }
            case "format":
                if let text = value.text {
                    expect(isOfFormat(text, rule.text!), "\(text) is no \(rule.text!)")
                }
            default: expect(false, "the keyword \(keyword) is not known to this check")
            }
        }
        return found
    }

    /// What a `$ref` stands for, or the value itself.
    func resolve(_ value: JSONValue) -> JSONValue {
        guard let reference = value["$ref"]?.text else { return value }
        var found: JSONValue? = document
        for name in reference.dropFirst("#/".count).split(separator: "/") { found = found?[String(name)] }
        return resolve(found ?? .object(["\(reference) leads nowhere": .null]))
    }

    private func matches(_ text: String, _ pattern: String) -> Bool {
        // In JSON Schema `$` is the end and nothing before it.
        let pattern = pattern.hasSuffix("$") ? pattern.dropLast() + "\\z" : pattern[...]
        guard let expression = try? NSRegularExpression(pattern: String(pattern)) else { return false }
        let whole = NSRange(text.startIndex..., in: text)
        return expression.firstMatch(in: text, range: whole) != nil
    }

    private func isOfFormat(_ text: String, _ format: String) -> Bool {
        switch format {
        case "uuid": UUID(uuidString: text) != nil
        case "date-time": (try? Date(text, strategy: .iso8601)) != nil
        default: false
        }
    }
}
