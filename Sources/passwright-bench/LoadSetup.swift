import Foundation
import Wallet

/// What a fixtures file and a command line say of the server, its cards, and the keys that requests are made with.
struct LoadSetup {
    struct Defect: Error { let sentence: String }

    struct Card {
        let id: String
        let cardholder: String
        let details: CardDetails?
    }

    let address: ServerAddress
    private let fixtures: Fixtures
    private let path: String

    init(_ arguments: Arguments) throws(Defect) {
        path = arguments["--fixtures"] ?? ".local/fixtures.json"
        do { fixtures = try Fixtures(path: path) } catch {
            throw Defect(sentence: "\(path) cannot be read as a fixtures file.")
        }
        guard let address = (arguments["--url"] ?? fixtures.url).flatMap(ServerAddress.init) else {
            throw Defect(sentence: "The server's address is not http://ADDRESS:PORT.")
        }
        self.address = address
    }

    /// Those of a file with a line for each, or the active ones of the fixtures.
    func cards(in list: String?) throws(Defect) -> [Card] {
        var cards: [Card] = []
        if let list {
            for line in try text(list).split(separator: "\n").dropFirst() {
                let columns = line.split(separator: ",")
                guard columns.count >= 2 else {
                    throw Defect(sentence: "\(list) has a line without a card id and a cardholder id.")
                }
                cards.append(Card(id: String(columns[0]), cardholder: String(columns[1]), details: nil))
            }
        } else {
            for (name, held) in fixtures.cards ?? [:] {
                guard let cardholder = fixtures.cardholders?[name] else { continue }
                cards += held.filter { $0.key.hasPrefix("active") }
                    .map {
                        Card(id: $0.value, cardholder: cardholder, details: fixtures.details(of: $0.value))
                    }
            }
        }
        guard !cards.isEmpty else { throw Defect(sentence: "\(list ?? path) names no card.") }
        return cards
    }

    func chains(fresh: Bool, now: Int64) throws(Defect) -> Chains {
        guard let pki = fixtures.pki, let leaf = pki.leafCertificate, let leafKey = pki.leafKey,
            let intermediate = pki.intermediateCertificate
        else { throw Defect(sentence: "\(path) names no pki.") }
        let certificates = try [leaf, intermediate].map { (path) throws(Defect) in
            guard let found = try? PEM.certificates(in: text(path)).first else {
                throw Defect(sentence: "\(path) holds no certificate in PEM.")
            }
            return found
        }
        var issuer: SimulatedKey?
        if fresh {
            guard let path = pki.intermediateKey else {
                throw Defect(sentence: "\(path) names no key of the intermediate to make new leaves with.")
            }
            issuer = try privateKey(path)
        }
        return Chains(
            leaf: certificates[0], intermediate: certificates[1], leafKey: try privateKey(leafKey),
            issuer: issuer, now: now)
    }

    func mint(now: Int64) throws(Defect) -> TokenMint {
        guard let jwt = fixtures.jwt, let issuer = jwt.issuer, let audience = jwt.audience, let kid = jwt.kid,
            jwt.alg == "ES256", let keyPath = jwt.signingKey
        else { throw Defect(sentence: "\(path) does not say how tokens are made with ES256.") }
        return TokenMint(
            issuer: issuer, audience: audience, kid: kid, key: try privateKey(keyPath), now: now)
    }

    /// What the simulated network checks activation data with; what the fixtures do not name it cannot check.
    func network() throws(Defect) -> PaymentNetwork {
        func key(_ path: String?) throws(Defect) -> SimulatedKey? {
            guard let path else { return nil }
            guard let key = try? SimulatedKey(publicKeyPEM: text(path)) else {
                throw Defect(sentence: "\(path) holds no public key in PEM.")
            }
            return key
        }
        var network = PaymentNetwork()
        let activation = fixtures.activation
        network.otpKey = try key(activation?.otpPublicKey)
        network.mastercardKey = try key(activation?.mastercardPublicKey)
        network.visaKeySetID = activation?.visaKeySetID
        network.visaKey = activation?.visaWSDKeyHex.flatMap(PaymentNetwork.visaKey)
        return network
    }

    private func privateKey(_ path: String) throws(Defect) -> SimulatedKey {
        guard let key = try? SimulatedKey(privateKeyPEM: text(path)) else {
            throw Defect(sentence: "\(path) holds no private key in PEM.")
        }
        return key
    }

    private func text(_ path: String) throws(Defect) -> String {
        do { return String(decoding: try ShortFile.read(path), as: UTF8.self) } catch {
            throw Defect(sentence: "\(path) \(error.complaint).")
        }
    }
}
