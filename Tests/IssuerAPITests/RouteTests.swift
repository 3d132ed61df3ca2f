import FoundationEssentials
import Testing

@testable import IssuerAPI

private let id = "7d1a2f6e-6b1c-4a55-9d0e-0c5f3c1d2e3f"

private func refused(_ method: String, _ path: String) -> Problem? {
    do throws(Problem) {
        _ = try Route.parse(method: method, path: path)
        return nil
    } catch {
        return error
    }
}

@Test(arguments: ["", "/user-api"])
func `each route is found with and without the prefix`(prefix: String) throws {
    #expect(try Route.parse(method: "GET", path: prefix + "/healthz").name == .liveness)
    #expect(try Route.parse(method: "HEAD", path: prefix + "/readyz").name == .readiness)
    #expect(try Route.parse(method: "GET", path: prefix + "/cards").name == .cards)
    guard case .card(let card) = try Route.parse(method: "GET", path: prefix + "/cards/\(id)"),
        case .provisioning(let other) = try Route.parse(
            method: "POST", path: prefix + "/cards/\(id.uppercased())/apple-pay/provisioning")
    else {
        Issue.record("not the routes of a card")
        return
    }
    #expect(card == UUID(uuidString: id))
    #expect(other == card)
}

@Test(arguments: [
    "", "cards", "/", "//cards", "/cards/", "/cards//apple-pay/provisioning", "/user-api",
    "/user-api/user-api/cards",
    "/Cards", "/cards/x/apple-pay", "/cards/x/apple-pay/provisioning/", "/metrics", "/%63ards",
    "/cards/../cards", "/user-api//cards",
])
func `a path that is not one of the routes is not found`(path: String) {
    #expect(refused("GET", path)?.code == .notFound)
}

@Test(arguments: [
    ("POST", "/cards", "GET, HEAD"), ("get", "/cards", "GET, HEAD"), ("DELETE", "/healthz", "GET, HEAD"),
    ("GET", "/cards/\(id)/apple-pay/provisioning", "POST"),
    ("PUT", "/cards/\(id)/apple-pay/provisioning", "POST"),
])
func `a method that a route has not is refused with those that it has`(
    method: String, path: String, allow: String
) throws {
    let problem = try #require(refused(method, path))
    #expect(problem.code == .methodNotAllowed)
    #expect(problem.allow.map { "\($0)" } == allow)
}

@Test(arguments: [
    "x", "7d1a2f6e6b1c4a559d0e0c5f3c1d2e3f", "{7d1a2f6e-6b1c-4a55-9d0e-0c5f3c1d2e3f}",
    "7d1a2f6e-6b1c-4a55-9d0e-0c5f3c1d2e3g", "7d1a2f6e-6b1c-4a55-9d0e-0c5f3c1d2e3",
    "7d1a2f6e-6b1c-4a55-9d0e0-c5f3c1d2e3f",
    "\(id) ", "%20",
])
func `an id that is not a UUID is a card that does not exist, not a route that does not`(text: String) throws
{
    guard case .card(let card) = try Route.parse(method: "GET", path: "/cards/\(text)") else {
        Issue.record("not the route of a card")
        return
    }
    #expect(card == nil)
}

@Test func `a fresh id is of version 7 and has its time in front`() {
    let early = RequestID.fresh(milliseconds: 0x0188_1122_3344)
    let text = early.lowercased
    #expect(text.hasPrefix("01881122-3344-7"))
    #expect("89ab".contains(Array(text)[19]))
    #expect(Set((0..<1000).map { _ in RequestID.fresh(milliseconds: 1) }).count == 1000)
}
