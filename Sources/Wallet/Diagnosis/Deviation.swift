/// One thing in an answer that is not as ECC_V2, the payload or the network's activation data ask for.
package struct Deviation: Hashable, Sendable {
    /// The step of the protocol to which a kind belongs; also the first word of its id.
    package enum Part: String, CaseIterable, Codable, Sendable {
        /// The body and its three members.
        case body
        /// How a member's bytes are written.
        case encoding
        case ephemeralKey = "ephemeral_key"
        /// To whose key the pass is encrypted.
        case recipient
        case kdf
        case cipher
        case payload
        case activation
    }

    /// What is wrong, whatever it is wrong with. The list is closed: `all`.
    package struct Kind: Hashable, Sendable {
        /// Stable: `kdf.x963_order`.
        package let id: String
        let fault: String
        let remedy: String

        /// In `fault` and `remedy` `{}` stands for the member or field.
        init(_ id: String, _ fault: String, change remedy: String) {
            self.id = id
            self.fault = fault
            self.remedy = remedy
        }

        package static func == (one: Kind, other: Kind) -> Bool { one.id == other.id }
        package func hash(into hasher: inout Hasher) { hasher.combine(id) }

        package var part: Part { Part(rawValue: String(id.prefix { $0 != "." }))! }

        /// Every kind, in the order of the protocol's steps.
        package static let all: [Kind] =
            bodies + encodings + ephemeralKeys + recipients + derivations + ciphers + payloads + activations
    }

    package let kind: Kind
    /// The answer's member or the payload's field, by the name that it should have.
    package let subject: String

    package init(_ kind: Kind, _ subject: String) {
        self.kind = kind
        self.subject = subject
    }

    /// One sentence: what is wrong. Never with anything that was read.
    package var fault: String { filled(kind.fault) }
    /// One sentence: what to change.
    package var remedy: String { filled(kind.remedy) }

    private func filled(_ text: String) -> String {
        text.split(separator: "{}", omittingEmptySubsequences: false).joined(separator: subject)
    }
}
