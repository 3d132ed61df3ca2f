internal import Foundation

/// One provisioning request and its answer, as a file: what `explain` needs later.
///
/// It holds the certificates, the nonce and its signature, and the answer: no token, no private key. The card's
/// number is in it only as the answer has it, encrypted; whoever has the leaf's key can read it.
package struct SavedExchange: Codable, Sendable, CustomStringConvertible, CustomReflectable {
    static let format = "passwright-exchange-1"

    package let format: String
    package let card: String
    package let network: String?
    /// When it was, in seconds since 1970: activation data expires.
    package let time: Int64
    /// The request's body.
    package let request: String
    package let status: Int
    /// The answer's body; in base64 where it is not UTF-8.
    package let answer: String?
    package let answerBase64: String?
    /// Only where it was asked for: what opens the pass.
    package var secrets: Secrets?

    /// What makes the file complete, and secret.
    package struct Secrets: Codable, Sendable {
        /// PKCS#8 PEM.
        package var leafKey: String
        package var details: CardDetails?

        package init(leafKey: String, details: CardDetails?) {
            self.leafKey = leafKey
            self.details = details
        }

        enum CodingKeys: String, CodingKey {
            case details
            case leafKey = "leaf_key"
        }
    }

    enum CodingKeys: String, CodingKey {
        case format, card, network, time, request, status, answer, secrets
        case answerBase64 = "answer_base64"
    }

    package init(
        card: String, network: String?, request: PassRequest, answer: IssuerAnswer, time: Int64
    ) {
        format = SavedExchange.format
        self.time = time
        self.card = card
        self.network = network
        self.request = String(decoding: request.json(), as: UTF8.self)
        status = answer.status
        let text = String(validating: answer.body, as: UTF8.self)
        self.answer = text
        answerBase64 = text == nil ? Base64.encode(answer.body) : nil
    }

    /// Reads a file's contents; nil where it is none of these.
    package init?(_ contents: [UInt8]) {
        guard let found = try? JSONDecoder().decode(SavedExchange.self, from: Data(contents)),
            found.format == SavedExchange.format
        else { return nil }
        self = found
    }

    /// The answer's body.
    package var body: [UInt8] { answer.map { Array($0.utf8) } ?? answerBase64.flatMap(Base64.decode) ?? [] }

    /// Writes the file for its owner alone (0600).
    package func write(to path: String) throws(WholeFile.Refusal) {
        try WholeFile.write(MachineText.of(self) + "\n", to: path, mode: 0o600)
    }

    package var description: String { "an exchange about \(card)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
