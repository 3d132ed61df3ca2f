import Foundation
import Provisioning
import TestSupport
import Testing

@testable import Bearer
@testable import IssuerAPI

/// `openapi.json` against the closed sets of the source: what is added here and not there fails.
struct OpenAPITests {
    private let document: OpenAPIDocument

    init() throws { document = try OpenAPIDocument.read.get() }

    private func words(_ list: JSONValue?) -> [String] {
        (list?.list ?? []).filter { $0 != .null }.map { $0.text ?? "?" }
    }

    /// The words of an enumeration among a schema's properties.
    private func words(_ schema: String, _ property: String) throws -> Set<String> {
        let list = words(
            try #require(document.component("schemas", schema))["properties"]?[property]?["enum"])
        #expect(Set(list).count == list.count)
        return Set(list)
    }

    /// The errors that a response may have.
    private func errors(_ response: JSONValue) throws -> [(code: ErrorCode, schema: JSONValue)] {
        let schema = document.resolve(try #require(document.schema(of: response)))
        let kinds = (schema["oneOf"]?.list ?? [schema]).map(document.resolve)
        return kinds.compactMap { kind in
            kind["properties"]?["error"]?["const"]?.text.flatMap(ErrorCode.init).map { ($0, kind) }
        }
    }

    @Test func `the program has the file's bytes in it`() throws {
        #expect(PackageResources.openapi_json == Array(try Data(contentsOf: OpenAPIDocument.file)))
    }

    @Test func `each route is documented with its methods, and nothing else is`() {
        let routes = RouteForm.all.flatMap { form in form.methods.map { "\($0) \(form.path)" } }
        #expect(Set(document.operations.map { "\($0.method) \($0.path)" }) == Set(routes))
        #expect(Set(routes).count == routes.count)
    }

    @Test(arguments: ErrorCode.allCases)
    func `an error's schema has its reasons and no others`(code: ErrorCode) throws {
        let own = try #require(document.root["components"]?["schemas"]?.object).values.filter {
            $0["properties"]?["error"]?["const"] == .text(code.rawValue)
        }
        #expect(own.count == 1)
        let reasons = words(own.first?["properties"]?["reason"]?["enum"])
        #expect(Set(reasons) == Set(Reason.allCases.filter { $0.code == code }.map { "\($0.text)" }))
        #expect(Set(reasons).count == reasons.count)
    }

    @Test func `each error stands under its status, and each is somewhere`() throws {
        var seen: Set<ErrorCode> = []
        let elsewhere = try #require(document.component("responses", "NotFound"))
        var responses = [(path: "elsewhere", status: "404", response: elsewhere)]
        for operation in document.operations {
            responses += operation.responses.map { (operation.path, $0.key, $0.value) }
        }
        for (path, status, response) in responses where !status.hasPrefix("2") {
            let errors = try errors(response)
            if path == "/readyz", status == "503" { continue }
            #expect(!errors.isEmpty, "\(path) \(status)")
            for error in errors {
                #expect(error.code.status == Int(status), "\(path) \(error.code)")
                seen.insert(error.code)
            }
        }
        #expect(seen == Set(ErrorCode.allCases))
    }

    @Test func `each answer that a route can give is documented`() throws {
        let always: Set = [200, 400, 405, 408, 413, 431]
        let asked = always.union([401, 503])
        let own: [Route.Name: Set<Int>] = [
            .liveness: always, .document: always, .readiness: always.union([503]), .cards: asked,
            .card: asked.union([404]), .provisioning: asked.union([404, 409, 415, 429, 502]),
        ]
        for operation in document.operations {
            let form = try #require(RouteForm.all.first { $0.path == operation.path })
            #expect(Set(operation.responses.keys.compactMap { Int($0) }) == own[form.route(nil).name])
        }
    }

    @Test func `the closed sets of the domain are the document's`() throws {
        func texts(_ list: [some RawRepresentable<String>]) -> Set<String> { Set(list.map(\.rawValue)) }
        #expect(try words("Card", "status") == texts(CardStatus.allCases))
        #expect(try words("ApplePay", "paymentNetwork") == texts(Network.allCases))
        #expect(try words("ProvisioningRequest", "device_type") == texts(DeviceType.allCases))
        #expect(try words("ReadinessPart", "part") == texts(UnreadyPart.Part.allCases))
        let standing = Reason.allCases.filter { $0.code == .notAvailable } + [.provisioningPaused]
        #expect(try words("ApplePay", "reason") == Set(standing.map { "\($0.text)" }))
        let challenges = words(document.component("headers", "WWWAuthenticate")?["schema"]?["enum"])
        #expect(Set(challenges) == Set(TokenError.allCases.map { "\($0.challenge)" }))
        let methods = words(document.component("headers", "Allow")?["schema"]?["enum"])
        #expect(Set(methods) == Set(RouteForm.all.map { "\($0.allow)" }))
    }

    @Test func `each answer has its headers`() throws {
        for operation in document.operations {
            for (status, response) in operation.responses {
                var names: Set = ["X-Request-Id", "Cache-Control"]
                switch status {
                case "401": names.insert("WWW-Authenticate")
                case "405": names.insert("Allow")
                case "429": names.insert("Retry-After")
                case "503": if operation.path != "/readyz" { names.insert("Retry-After") }
                default: break
                }
                #expect(
                    Set(try #require(response["headers"]?.object).keys) == names,
                    "\(operation.path) \(status)")
            }
        }
    }

    @Test func `every reference leads somewhere, and every component is used`() throws {
        let references = document.root.everything.compactMap { $0["$ref"]?.text }
        for reference in Set(references) {
            let target = document.resolve(.object(["$ref": .text(reference)]))
            #expect(target.object?.keys.contains { $0.hasSuffix("leads nowhere") } == false, "\(reference)")
        }
        // No operation answers NotFound: it is for the paths that are not here.
        for kind in ["parameters", "headers", "responses", "schemas"] {
            for name in try #require(document.root["components"]?[kind]?.object).keys where name != "NotFound"
            {
                #expect(references.contains("#/components/\(kind)/\(name)"), "\(kind)/\(name)")
            }
        }
    }

    @Test func `every operation has an id of its own, and says what it is for`() throws {
        let ids = document.operations.compactMap { $0.description["operationId"]?.text }
        #expect(Set(ids).count == document.operations.count)
        for operation in document.operations {
            #expect(operation.description["summary"]?.text?.isEmpty == false)
            let isSaid = operation.method == "HEAD" || operation.description["description"] != nil
            #expect(isSaid, "\(operation.path)")
            let isOpen = operation.description["security"] == .list([])
            #expect(isOpen != operation.path.hasPrefix("/cards"), "\(operation.path)")
        }
        let links = document.operations.flatMap { $0.responses.values.compactMap { $0["links"]?.object } }
        #expect(!links.isEmpty)
        for link in links.flatMap(\.values) {
            let id = try #require(link["operationId"]?.text)
            #expect(ids.contains(id))
        }
        let servers = document.root["servers"]?.list?.compactMap { $0["url"]?.text }
        #expect(servers == ["/", "/user-api"])
    }

    @Test func `every example is one`() throws {
        var count = 0
        for (name, schema) in try #require(document.root["components"]?["schemas"]?.object) {
            for example in schema["examples"]?.list ?? [] {
                #expect(document.violations(of: example, against: schema) == [], "\(name)")
                count += 1
            }
        }
        #expect(count >= ErrorCode.allCases.count + 4)
    }
}
