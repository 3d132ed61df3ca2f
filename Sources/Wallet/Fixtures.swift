internal import Foundation

/// The file that a set-up writes for black-box tools: where the server is, who may call it, and what its cards hold.
///
/// A key that does not apply is left out, so everything is optional. Paths are absolute.
package struct Fixtures: Codable, Sendable {
    package var url: String?
    package var metricsURL: String?
    /// A bearer token for each name: the cardholders' own, and broken ones.
    package var tokens: [String: String]?
    package var jwt: JWT?
    package var cardholders: [String: String]?
    /// Card ids by cardholder's name and by what the card is for.
    package var cards: [String: [String: String]]?
    package var cardDetails: [String: CardDetails]?
    package var pki: PKI?
    package var activation: Activation?
    package var adminDSN: String?
    package var nonceSignature: String?
    /// Attempts a minute that one caller has.
    package var callerAllowance: Int?
    /// Whether a strict proxy stands in front of the server.
    package var edge: Bool?

    /// How tokens are minted.
    package struct JWT: Codable, Sendable {
        package var issuer: String?
        package var audience: String?
        package var kid: String?
        package var alg: String?
        package var signingKey: String?
        /// How many public keys the server verifies tokens with.
        package var keys: Int?

        enum CodingKeys: String, CodingKey {
            case issuer, audience, kid, alg, keys
            case signingKey = "signing_key"
        }
    }

    /// The simulated chain's files.
    package struct PKI: Codable, Sendable {
        package var rootCertificate: String?
        package var rootKey: String?
        package var intermediateCertificate: String?
        package var intermediateKey: String?
        package var leafCertificate: String?
        package var leafKey: String?

        package init() {}

        enum CodingKeys: String, CodingKey {
            case rootCertificate = "root_cert"
            case rootKey = "root_key"
            case intermediateCertificate = "intermediate_cert"
            case intermediateKey = "intermediate_key"
            case leafCertificate = "leaf_cert"
            case leafKey = "leaf_key"
        }
    }

    /// What the simulated network checks activation data with; keys are paths, the WSD key is hexadecimal.
    package struct Activation: Codable, Sendable {
        package var visaKeySetID: String?
        package var visaWSDKeyHex: String?
        package var mastercardPublicKey: String?
        package var otpPublicKey: String?

        enum CodingKeys: String, CodingKey {
            case visaKeySetID = "visa_key_set_id"
            case visaWSDKeyHex = "visa_wsd_key_hex"
            case mastercardPublicKey = "mastercard_public_key"
            case otpPublicKey = "otp_public_key"
        }
    }

    enum CodingKeys: String, CodingKey {
        case url, tokens, jwt, cardholders, cards, pki, activation, edge
        case metricsURL = "metrics_url"
        case cardDetails = "card_details"
        case adminDSN = "admin_dsn"
        case nonceSignature = "nonce_signature"
        case callerAllowance = "caller_allowance"
    }

    package init() {}

    /// Why a file could not be read.
    package enum Defect: Error, Sendable {
        case cannotRead
        case tooLong(limit: Int)
        case notFixtures
    }

    /// Reads the file at `path`.
    package init(path: String) throws(Defect) {
        let contents: [UInt8]
        do { contents = try ShortFile.read(path) } catch {
            switch error {
            case .cannotRead: throw .cannotRead
            case .tooLong(let limit): throw .tooLong(limit: limit)
            }
        }
        do { self = try JSONDecoder().decode(Fixtures.self, from: Data(contents)) } catch {
            throw .notFixtures
        }
    }

    /// The name of the cardholder to whom `card` belongs.
    package func cardholder(of card: String) -> String? {
        cards?.first { $0.value.values.contains { $0.lowercased() == card.lowercased() } }?.key
    }

    /// What the card with this id holds, if the file says.
    package func details(of card: String) -> CardDetails? {
        cardDetails?.first { $0.key.lowercased() == card.lowercased() }?.value
    }
}

/// What is on a card, to compare a payload with.
package struct CardDetails: Codable, Sendable {
    package var pan: TestPAN
    /// 1 to 12.
    package var expiryMonth: Int
    /// Four digits.
    package var expiryYear: Int
    package var cardholderName: String

    package init(pan: TestPAN, expiryMonth: Int, expiryYear: Int, cardholderName: String) {
        self.pan = pan
        self.expiryMonth = expiryMonth
        self.expiryYear = expiryYear
        self.cardholderName = cardholderName
    }

    enum CodingKeys: String, CodingKey {
        case pan
        case expiryMonth = "expiry_month"
        case expiryYear = "expiry_year"
        case cardholderName = "cardholder_name"
    }

    /// `MM/YY`, as in a payload.
    package var expiration: String { twoDigits(expiryMonth) + "/" + twoDigits(expiryYear) }
    /// `MMYY`, as under a Mastercard signature.
    var compactExpiry: String { twoDigits(expiryMonth) + twoDigits(expiryYear) }

    private func twoDigits(_ number: Int) -> String {
        (number % 100 < 10 ? "0" : "") + String(number % 100)
    }
}
