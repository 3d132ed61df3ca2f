import Foundation
import Wallet

/// Makes an order out of a command line and a fixtures file.
struct AddSetup {
    enum Defect: Error {
        case usage(String)
        case configuration(String)
    }

    static let defaultFixtures = ".local/fixtures.json"

    private let arguments: Arguments
    private let fixtures: Fixtures
    /// For sentences: the file, or that there is none.
    private let source: String

    init(_ arguments: Arguments) throws(Defect) {
        self.arguments = arguments
        let path = arguments["--fixtures"] ?? AddSetup.defaultFixtures
        source = path
        do { fixtures = try Fixtures(path: path) } catch {
            switch error {
            // Only a file that was asked for must be there.
            case .cannotRead where arguments["--fixtures"] == nil: fixtures = Fixtures()
            case .cannotRead: throw .configuration("\(path) cannot be read.")
            case .notFixtures: throw .configuration("\(path) is not a fixtures file.")
            }
        }
    }

    func order(now: Int64) throws(Defect) -> AddCard {
        guard let address = arguments["--url"] ?? fixtures.url else { throw missing("--url", "url") }
        guard let issuer = HTTPIssuer(address: address) else {
            throw .usage("--url is not an http or https address")
        }
        let card = try card()
        return AddCard(
            issuer: issuer, phone: try phone(), network: try network(), card: card,
            token: try token(for: card),
            details: fixtures.details(of: card), productType: arguments["--product-type"], now: now)
    }

    private func card() throws(Defect) -> String {
        if let given = arguments["--card"] {
            guard let id = UUID(uuidString: given) else { throw .usage("--card is not a UUID") }
            return id.uuidString.lowercased()
        }
        let (holder, name) = (cardholder(nil), arguments["--card-name"] ?? "active_visa")
        guard let id = fixtures.cards?[holder]?[name].flatMap(UUID.init(uuidString:)) else {
            throw missing("--card", "card \(name) of \(holder)")
        }
        return id.uuidString.lowercased()
    }

    private func cardholder(_ card: String?) -> String {
        arguments["--cardholder"] ?? card.flatMap(fixtures.cardholder(of:)) ?? "alice"
    }

    private func token(for card: String) throws(Defect) -> String {
        let found: String?
        if let given = arguments["--token"] {
            guard arguments["--token-file"] == nil else {
                throw .usage("--token and --token-file exclude each other")
            }
            found = given
        } else if let path = arguments["--token-file"] {
            found = try text(path)
        } else {
            found = fixtures.tokens?[cardholder(card)]
        }
        guard let token = found?.trimmingCharacters(in: .whitespacesAndNewlines), !token.isEmpty else {
            throw missing("--token", "token of \(cardholder(card))")
        }
        guard token.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw .usage("the token is not one line of ASCII")
        }
        return token
    }

    private func phone() throws(Defect) -> Phone {
        let device: Phone.Device
        switch arguments["--device"] {
        case nil, "phone", "mobile_phone": device = .mobilePhone
        case "watch": device = .watch
        default: throw .usage("--device is mobile_phone or watch")
        }
        let paths: [String?]
        if let folder = arguments["--pki"].map(PKIFolder.init(path:)) {
            paths = [folder.certificate("leaf"), folder.certificate("intermediate"), folder.key("leaf")]
        } else {
            let pki = fixtures.pki
            paths = [pki?.leafCertificate, pki?.intermediateCertificate, pki?.leafKey]
        }
        let (leafPath, intermediatePath, keyPath) = (paths[0], paths[1], paths[2])
        guard let leafPath, let intermediatePath, let keyPath else { throw missing("--pki", "pki") }
        let leaf = try certificate(leafPath)
        let intermediate = try certificate(intermediatePath)
        guard let key = try? SimulatedKey(privateKeyPEM: text(keyPath)) else {
            throw .configuration("\(keyPath) holds no private key in PEM.")
        }
        return Phone(certificates: [leaf, intermediate], leafKey: key, device: device)
    }

    private func network() throws(Defect) -> PaymentNetwork {
        var network = PaymentNetwork()
        let activation = fixtures.activation
        network.otpKey = try publicKey(activation?.otpPublicKey)
        network.mastercardKey = try publicKey(activation?.mastercardPublicKey)
        network.visaKeySetID = activation?.visaKeySetID
        if let hex = activation?.visaWSDKeyHex {
            guard let key = PaymentNetwork.visaKey(hex: hex) else {
                throw .configuration("visa_wsd_key_hex in \(source) is not 32 hexadecimal digits.")
            }
            network.visaKey = key
        }
        return network
    }

    private func publicKey(_ path: String?) throws(Defect) -> SimulatedKey? {
        guard let path else { return nil }
        guard let key = try? SimulatedKey(publicKeyPEM: text(path)) else {
            throw .configuration("\(path) holds no public key in PEM.")
        }
        return key
    }

    private func certificate(_ path: String) throws(Defect) -> [UInt8] {
        guard let found = try? PEM.certificates(in: text(path)).first else {
            throw .configuration("\(path) holds no certificate in PEM.")
        }
        return found
    }

    private func text(_ path: String) throws(Defect) -> String {
        guard let contents = FileManager.default.contents(atPath: path) else {
            throw .configuration("\(path) cannot be read.")
        }
        return String(decoding: contents, as: UTF8.self)
    }

    private func missing(_ option: String, _ key: String) -> Defect {
        .usage("\(option) is needed: \(source) is not there or names no \(key)")
    }
}
