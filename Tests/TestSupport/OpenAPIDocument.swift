package import Foundation

/// The product's `openapi.json`, and what an answer must be to be one of its.
package struct OpenAPIDocument: Sendable {
    package static let file = projectFolder.appendingPathComponent("Sources/IssuerAPI/openapi.json")

    /// Read once.
    package static let read = Result { try OpenAPIDocument() }

    package let root: JSONValue

    private init() throws {
        root = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: OpenAPIDocument.file))
    }

    /// One method of one path.
    package struct Operation: Sendable {
        package let path: String
        /// In upper case.
        package let method: String
        package let description: JSONValue
        /// By status, no longer references.
        package let responses: [String: JSONValue]
    }

    package var operations: [Operation] {
        root["paths"]!.object!.flatMap { path, item in
            item.object!.filter { $0.key != "parameters" }.map { method, operation in
                Operation(
                    path: path, method: method.uppercased(), description: operation,
                    responses: operation["responses"]!.object!.mapValues(resolve))
            }
        }
    }

    package func component(_ kind: String, _ name: String) -> JSONValue? { root["components"]?[kind]?[name] }

    /// What a `$ref` stands for, or the value itself.
    package func resolve(_ value: JSONValue) -> JSONValue {
        SchemaCheck(document: root, namesEveryMember: false).resolve(value)
    }

    /// The schema of a response's JSON.
    package func schema(of response: JSONValue) -> JSONValue? {
        response["content"]?["application/json"]?["schema"]
    }

    /// What is wrong with a request's body, for whom the schema is all there is to know.
    package func violations(inRequest body: JSONValue) -> [String] {
        SchemaCheck(document: root, namesEveryMember: false)
            .violations(of: body, against: component("schemas", "ProvisioningRequest")!)
    }

    package func violations(of value: JSONValue, against schema: JSONValue) -> [String] {
        SchemaCheck(document: root, namesEveryMember: true).violations(of: value, against: schema)
    }

    /// What of an answer is not as the document says: its status, headers, body. Header names in lower case.
    package func violations(
        method: String, path: String, status: Int, headers: [(String, String)], body: [UInt8]
    ) -> [String] {
        guard let response = response(method: method, path: path, status: status) else {
            return ["\(method) \(path): \(status) is not documented"]
        }
        let known = ["date", "content-length", "content-type", "connection"]
        let documented = response["headers"]!.object!
        var found = headers.map(\.0).filter { name in
            !known.contains(name) && !documented.keys.contains { $0.lowercased() == name }
        }.map { "the header \($0) is not documented" }
        for (name, reference) in documented {
            let values = headers.filter { $0.0 == name.lowercased() }.map(\.1)
            guard values.count == 1 else {
                found.append("\(name) is there \(values.count) times")
                continue
            }
            let schema = resolve(reference)["schema"]!
            let isNumber = schema["type"] == .text("integer")
            let value = isNumber ? Double(values[0]).map(JSONValue.number) ?? .null : .text(values[0])
            found += violations(of: value, against: schema).map { name + $0 }
        }
        if method == "HEAD" {
            if !body.isEmpty { found.append("HEAD has a body") }
        } else if !headers.contains(where: { $0 == ("content-type", "application/json") }) {
            found.append("the type is not application/json")
        } else if let value = try? JSONDecoder().decode(JSONValue.self, from: Data(body)) {
            found += violations(of: value, against: schema(of: response)!)
        } else {
            found.append("the body is not JSON")
        }
        return found.map { "\(method) \(path) \(status): \($0)" }
    }

    /// The response of a path and method, or of a request that was none of the document's.
    private func response(method: String, path: String, status: Int) -> JSONValue? {
        var words = path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        if words.count > 1, words[1] == "user-api" { words.remove(at: 1) }
        let operation = operations.first { operation in
            let form = operation.path.split(separator: "/", omittingEmptySubsequences: false)
            return operation.method == method && form.count == words.count
                && zip(form, words).allSatisfy { $0 == "{cardId}" ? !$1.isEmpty : $0 == $1 }
        }
        if let operation { return operation.responses[String(status)] }
        let elsewhere = [
            400: "BadRequest", 404: "NotFound", 405: "MethodNotAllowed", 408: "RequestTimeout",
            413: "PayloadTooLarge", 431: "HeadersTooLarge",
        ]
        return elsewhere[status].flatMap { component("responses", $0) }
    }
}
