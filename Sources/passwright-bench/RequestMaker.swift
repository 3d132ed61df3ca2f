import Foundation
import Wallet

/// Makes requests, each with a fresh nonce, its signature, and a card drawn at random.
struct RequestMaker {
    let address: ServerAddress
    let cards: [LoadSetup.Card]
    let mint: TokenMint
    /// Of so many requests one is kept in mind, so that its answer can be opened; nil for none.
    let opened: Int?
    private var tokens: [String: String] = [:]

    init(_ setup: LoadSetup, cards: [LoadSetup.Card], mint: TokenMint, opened: Int?) {
        address = setup.address
        self.cards = cards
        self.mint = mint
        self.opened = opened
    }

    mutating func load(_ count: Int, _ chains: Chains) throws(LoadSetup.Defect) -> Load {
        var requests: [PreparedRequest] = []
        requests.reserveCapacity(count)
        do throws(WalletError) {
            for index in 0..<count {
                let card = cards.randomElement()!
                let order = try order(for: card, from: chains.phone())
                let isOpened = opened.map { index % $0 == 0 } ?? false
                requests.append(
                    PreparedRequest(
                        bytes: bytes(of: order, try token(for: card.cardholder)),
                        order: isOpened ? order : nil))
            }
        } catch { throw LoadSetup.Defect(sentence: "A request cannot be signed with the fixtures' keys.") }
        return Load(address: address, requests: requests)
    }

    /// Requests of one caller whose certificates are worthless, a chain of its own for each. They are refused before
    /// their nonces are looked at, and so can be sent again.
    mutating func worthless(_ count: Int, now: Int64) throws(LoadSetup.Defect) -> Load {
        var requests: [PreparedRequest] = []
        do throws(WalletError) {
            for _ in 0..<count {
                let order = try order(for: cards.randomElement()!, from: Chains.worthless(now: now).phone())
                requests.append(
                    PreparedRequest(bytes: bytes(of: order, try token(for: Self.flooder)), order: nil))
            }
        } catch { throw LoadSetup.Defect(sentence: "Worthless certificates cannot be made.") }
        return Load(address: address, requests: requests)
    }

    /// The one request of a load balancer that looks whether the server is there.
    func health() -> Load {
        let text = "GET /healthz HTTP/1.1\r\nHost: \(address.authority)\r\n\r\n"
        return Load(address: address, requests: [PreparedRequest(bytes: Array(text.utf8), order: nil)])
    }

    private static let flooder = "a caller with worthless certificates"

    private func order(
        for card: LoadSetup.Card, from phone: Phone
    ) throws(WalletError) -> PreparedRequest.Order {
        // Longer than Apple's four bytes: a cardholder's nonces must not meet by chance.
        PreparedRequest.Order(
            card: card.id, details: card.details, request: try phone.request(nonce: randomBytes(12)),
            leafKey: phone.leafKey)
    }

    private func bytes(of order: PreparedRequest.Order, _ token: String) -> [UInt8] {
        let body = order.request.json()
        let head = """
            POST /cards/\(order.card)/apple-pay/provisioning HTTP/1.1\r
            Host: \(address.authority)\r
            Authorization: Bearer \(token)\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            \r\n
            """
        return Array(head.utf8) + body
    }

    private mutating func token(for cardholder: String) throws(WalletError) -> String {
        if let known = tokens[cardholder] { return known }
        let token = try mint.token(for: cardholder)
        tokens[cardholder] = token
        return token
    }
}
