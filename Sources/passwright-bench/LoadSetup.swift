import Foundation
import Wallet

/// Makes the requests out of a command line and a fixtures file.
struct LoadSetup {
    struct Defect: Error { let sentence: String }

    private let fixtures: Fixtures
    private let path: String
    private let cardsPath: String?
    private let address: ServerAddress

    init(_ arguments: Arguments) throws(Defect) {
        path = arguments["--fixtures"] ?? ".local/fixtures.json"
        do { fixtures = try Fixtures(path: path) } catch {
            throw Defect(sentence: "\(path) cannot be read as a fixtures file.")
        }
        guard let address = (arguments["--url"] ?? fixtures.url).flatMap(ServerAddress.init) else {
            throw Defect(sentence: "The server's address is not http://ADDRESS:PORT.")
        }
        self.address = address
        cardsPath = arguments["--cards"]
    }

    /// So many requests, each for one of the cards, drawn at random.
    func load(_ count: Int) throws(Defect) -> Load {
        let cards = try cards()
        let phone = try phone()
        let tokens = try mint()
        var random = SystemRandomNumberGenerator()
        var minted: [String: String] = [:]
        var requests: [[UInt8]] = []
        requests.reserveCapacity(count)
        for _ in 0..<count {
            let card = cards.randomElement(using: &random)!
            do throws(WalletError) {
                let token: String
                if let known = minted[card.cardholder] {
                    token = known
                } else {
                    token = try tokens.token(for: card.cardholder)
                    minted[card.cardholder] = token
                }
                // Longer than Apple's four bytes: a cardholder's nonces must not meet by chance.
                let body = try phone.request(nonce: randomBytes(12)).json()
                let head = """
                    POST /cards/\(card.id)/apple-pay/provisioning HTTP/1.1\r
                    Host: \(address.authority)\r
                    Authorization: Bearer \(token)\r
                    Content-Type: application/json\r
                    Content-Length: \(body.count)\r
                    \r\n
                    """
                requests.append(Array(head.utf8) + body)
            } catch {
                throw Defect(sentence: "A request cannot be signed with the fixtures' keys.")
            }
        }
        return Load(address: address, requests: requests)
    }

    private struct Card {
        let id: String
        let cardholder: String
    }

    private func cards() throws(Defect) -> [Card] {
        var cards: [Card] = []
        if let cardsPath {
            for line in try text(cardsPath).split(separator: "\n").dropFirst() {
                let columns = line.split(separator: ",")
                guard columns.count >= 2 else {
                    throw Defect(sentence: "\(cardsPath) has a line without a card id and a cardholder id.")
                }
                cards.append(Card(id: String(columns[0]), cardholder: String(columns[1])))
            }
        } else {
            for (name, held) in fixtures.cards ?? [:] {
                guard let cardholder = fixtures.cardholders?[name] else { continue }
                cards += held.filter { $0.key.hasPrefix("active") }
                    .map { Card(id: $0.value, cardholder: cardholder) }
            }
        }
        guard !cards.isEmpty else { throw Defect(sentence: "\(cardsPath ?? path) names no card.") }
        return cards
    }

    private func phone() throws(Defect) -> Phone {
        guard let pki = fixtures.pki, let leaf = pki.leafCertificate, let key = pki.leafKey,
            let intermediate = pki.intermediateCertificate
        else { throw Defect(sentence: "\(path) names no pki.") }
        do {
            let certificates = try [leaf, intermediate].map { try PEM.certificates(in: text($0)) }
            return Phone(
                certificates: certificates.compactMap(\.first),
                leafKey: try SimulatedKey(privateKeyPEM: text(key)), device: .mobilePhone)
        } catch {
            throw Defect(sentence: "The pki that \(path) names cannot be read.")
        }
    }

    private func mint() throws(Defect) -> TokenMint {
        guard let jwt = fixtures.jwt, let issuer = jwt.issuer, let audience = jwt.audience, let kid = jwt.kid,
            jwt.alg == "ES256", let keyPath = jwt.signingKey
        else { throw Defect(sentence: "\(path) does not say how tokens are made with ES256.") }
        guard let key = try? SimulatedKey(privateKeyPEM: text(keyPath)) else {
            throw Defect(sentence: "\(keyPath) holds no private key in PEM.")
        }
        return TokenMint(
            issuer: issuer, audience: audience, kid: kid, key: key,
            now: Int64(Date().timeIntervalSince1970))
    }

    private func text(_ path: String) throws(Defect) -> String {
        guard let contents = FileManager.default.contents(atPath: path) else {
            throw Defect(sentence: "\(path) cannot be read.")
        }
        return String(decoding: contents, as: UTF8.self)
    }
}
