import Foundation
import TestSupport
import Testing
import Wallet

/// `product_type`: what may be asked for, in which order it is looked at, and where it ends.
@Suite(.enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"))
struct ProductTypeTests {
    private static let shared = Result { try RunningServer(database: try Demonstration.database()) }
    private let server: RunningServer

    init() throws { server = try Self.shared.get() }

    private func provision(
        _ card: String, _ request: PassRequest, on server: RunningServer? = nil
    ) throws -> RawAnswer {
        let server = server ?? self.server
        return try server.provision(server.card(card), token: server.alice, body: request.json())
    }

    /// The members of the opened payload.
    private func payload(of card: String, productType: String?, on server: RunningServer? = nil) throws
        -> [String: Any]
    {
        let phone = try (server ?? self.server).phone()
        let answer = try provision(card, try phone.request(productType: productType), on: server)
        #expect(answer.status == 200)
        let payload = try Apple.open(try PassAnswer(body: answer.body), with: phone.leafKey)
        return try #require(JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
    }

    @Test(arguments: [("DEBIT", "DEBIT"), ("PREPAID", "PREPAID"), (nil, "DEBIT")])
    func `a Mastercard payload has the product type that was asked for, or the program's default`(
        asked: String?, written: String
    ) throws {
        let payload = try payload(of: "active_mastercard", productType: asked)
        #expect(payload["productType"] as? String == written)
        #expect(payload["version"] as? String == "1")
    }

    @Test func `a Mastercard payload of a program without a default has none, unless one is asked for`()
        throws
    {
        let server = try RunningServer(database: try Demonstration.database())
        try server.database.sql("update vault.programs set default_product_type = null")
        let plain = try payload(of: "active_mastercard", productType: nil, on: server)
        #expect(plain["productType"] == nil && plain["version"] == nil)
        let asked = try payload(of: "active_mastercard", productType: "PREPAID", on: server)
        #expect(asked["productType"] as? String == "PREPAID")
    }

    @Test func `a payload of another network has none, even of a type that its program lists`() throws {
        let server = try RunningServer(database: try Demonstration.database())
        try server.database.sql(
            "update vault.programs set product_types = '{GOLD}', default_product_type = 'GOLD' where network = 'visa'"
        )
        for asked in ["GOLD", nil] {
            let payload = try payload(of: "active_visa", productType: asked, on: server)
            #expect(payload["productType"] == nil && payload["version"] == nil)
        }
    }

    @Test(arguments: ["active_visa", "active_otp", "active_mastercard"])
    func `a type that the program does not list is refused on any network, and leaves the nonce unused`(
        card: String
    ) throws {
        var request = try server.phone().request(productType: "debit")
        for _ in 0..<2 {
            let refused = try provision(card, request)
            #expect(refused.status == 400)
            #expect(refused.error == "APPLE_PAY_INVALID_DATA")
            #expect(refused.reason == "invalid_field")
        }
        request.productType = nil
        #expect(try provision(card, request).status == 200)
    }

    @Test(arguments: ["frozen", "closed", "program_disabled", "card_disabled"])
    func `the card's state is said before the product type`(card: String) throws {
        let answer = try provision(card, try server.phone().request(productType: "NONE"))
        #expect(answer.status == 409)
    }

    @Test func `another's card is not found before the product type is looked at`() throws {
        let body = try server.phone().request(productType: "NONE").json()
        let answer = try server.provision(
            server.card("active_visa", of: "bob"), token: server.alice, body: body)
        #expect(answer.status == 404)
    }

    @Test(arguments: ["card", "cardholder"])
    func `the product type is said before the allowance is, and the replay after it`(what: String) throws {
        let server = try RunningServer(database: try Demonstration.database())
        try server.database.sql("select admin.set_allowance('\(what)', 1, interval '1 hour')")
        let first = try server.phone().request(productType: "DEBIT")
        #expect(try provision("active_mastercard", first, on: server).status == 200)

        var second = try server.phone().request(productType: "NONE")
        #expect(try provision("active_mastercard", second, on: server).reason == "invalid_field")
        second.productType = "PREPAID"
        #expect(try provision("active_mastercard", second, on: server).reason == "\(what)_allowance")
        #expect(try provision("active_mastercard", first, on: server).reason == "\(what)_allowance")

        // With an allowance again, a type that is not listed is said before the replay.
        try server.database.sql("select admin.set_allowance('\(what)', 1000, interval '1 hour')")
        var replay = first
        replay.productType = "NONE"
        #expect(try provision("active_mastercard", replay, on: server).reason == "invalid_field")
        #expect(try provision("active_mastercard", first, on: server).reason == "nonce_replayed")
        #expect(try provision("active_mastercard", second, on: server).status == 200)
    }
}
