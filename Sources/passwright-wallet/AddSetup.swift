import Foundation
import Wallet

/// Makes an order out of a command line and a fixtures file.
struct AddSetup {
    enum Defect: Error {
        case usage(String)
        case configuration(String)
    }

    /// Ends a command for want of what `defect` says.
    static func ended(_ defect: Defect) throws(Arguments.Mistake) -> ExitStatus {
        switch defect {
        case .usage(let text): throw Arguments.Mistake(text: text)
        case .configuration(let text):
            complain(text)
            return .configuration
        }
    }

    static let defaultFixtures = ".local/fixtures.json"

    let arguments: Arguments
    let fixtures: Fixtures
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
            case .tooLong(let limit): throw .configuration("\(path) has more than \(limit >> 20) MiB.")
            case .notFixtures: throw .configuration("\(path) is not a fixtures file.")
            }
        }
    }

    /// The names of the cardholder's cards that should go into a wallet.
    func activeCards() throws(Defect) -> [String] {
        let names = fixtures.cards?[cardholder(nil)]?.keys.filter { $0.hasPrefix("active_") }.sorted() ?? []
        guard !names.isEmpty else { throw missing("--card", "card active_... of \(cardholder(nil))") }
        return names
    }

    /// `name` and `device` stand in for what the command line says.
    func order(
        now: Int64, name: String? = nil, device: Phone.Device? = nil
    ) throws(Defect) -> AddCard {
        guard let address = arguments["--url"] ?? fixtures.url else { throw missing("--url", "url") }
        guard let issuer = HTTPIssuer(address: address) else {
            throw .usage("--url is not an http or https address")
        }
        let card = try card(name)
        var order = AddCard(
            issuer: issuer, phone: try phone(device), network: try network(), card: card,
            token: try token(for: card),
            details: fixtures.details(of: card), productType: arguments["--product-type"], now: now)
        order.intermediateKey = try intermediateKey()
        return order
    }

    func keyPath(_ name: String) -> String? {
        arguments["--pki"].map { PKIFolder(path: $0).key(name) }
    }

    /// Only to name a mistake: where it is not there nothing is missing.
    func intermediateKey() throws(Defect) -> SimulatedKey? {
        guard let path = keyPath("intermediate") ?? fixtures.pki?.intermediateKey else { return nil }
        return try? privateKey(path)
    }

    func privateKey(_ path: String) throws(Defect) -> SimulatedKey {
        let pem = try text(path)
        guard let key = try? SimulatedKey(privateKeyPEM: pem) else {
            throw .configuration("\(path) holds no private key in PEM.")
        }
        return key
    }

    private func card(_ given: String?) throws(Defect) -> String {
        if given == nil, let given = arguments["--card"] {
            guard let id = UUID(uuidString: given) else { throw .usage("--card is not a UUID") }
            return id.uuidString.lowercased()
        }
        let holder = cardholder(nil)
        let named = try arguments["--network"].map(activeCard) ?? arguments["--card-name"] ?? "active_visa"
        let name = given ?? named
        guard let id = fixtures.cards?[holder]?[name].flatMap(UUID.init(uuidString:)) else {
            if arguments["--network"] == "amex" { throw .configuration(AddSetup.amex) }
            throw missing("--card", "card \(name) of \(holder)")
        }
        return id.uuidString.lowercased()
    }

    private static let amex =
        "there is no American Express card in the fixtures: American Express publishes no activation data, "
        + "so a program for it needs a provider that exists (issuer_otp), else the server answers 409 "
        + "network_unsupported."

    private func activeCard(_ network: String) throws(Defect) -> String {
        guard ["visa", "mastercard", "otp", "amex"].contains(network) else {
            throw .usage("--network is visa, mastercard, otp or amex")
        }
        guard arguments["--card-name"] == nil else {
            throw .usage("--network and --card-name exclude each other")
        }
        return "active_" + network
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

    private func phone(_ given: Phone.Device?) throws(Defect) -> Phone {
        var device: Phone.Device
        switch arguments["--device"] {
        case nil, "phone", "mobile_phone": device = .mobilePhone
        case "watch": device = .watch
        default: throw .usage("--device is mobile_phone or watch")
        }
        device = given ?? device
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
        return Phone(
            certificates: [leaf, intermediate], leafKey: try privateKey(keyPath), device: device)
    }

    func network() throws(Defect) -> PaymentNetwork {
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
        let pem = try text(path)
        guard let key = try? SimulatedKey(publicKeyPEM: pem) else {
            throw .configuration("\(path) holds no public key in PEM.")
        }
        return key
    }

    private func certificate(_ path: String) throws(Defect) -> [UInt8] {
        let pem = try text(path)
        guard let found = try? PEM.certificates(in: pem).first else {
            throw .configuration("\(path) holds no certificate in PEM.")
        }
        return found
    }

    private func text(_ path: String) throws(Defect) -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    func bytes(_ path: String, limit: Int = ShortFile.longest) throws(Defect) -> [UInt8] {
        do { return try ShortFile.read(path, limit: limit) } catch {
            throw .configuration("\(path) \(error.complaint).")
        }
    }

    func missing(_ option: String, _ key: String) -> Defect {
        .usage("\(option) is needed: \(source) is not there or names no \(key)")
    }
}
