import Wallet

/// Which primitives a deployment's requests need.
struct FloorConfiguration: Equatable {
    enum Token: String, CaseIterable { case es256 = "ES256", rs256 = "RS256" }
    enum Nonce: String, CaseIterable { case leaf, keys, forward }
    enum Activation: String, CaseIterable {
        case issuerOTP = "issuer_otp"
        case visaMBPAC = "visa_mbpac"
        case mastercardTAV = "mastercard_tav"
    }

    var token = Token.es256
    var nonce = Nonce.leaf
    var activation = Activation.issuerOTP

    static let options: Set<String> = ["--token", "--nonce", "--activation"]
    static let usage = """
          --token ES256|RS256                              what the tokens are signed with; ES256
          --nonce leaf|keys|forward                        the nonce-signature policy; leaf
          --activation issuer_otp|visa_mbpac|mastercard_tav  the cards' activation data; issuer_otp
        """

    init() {}

    init(_ arguments: Arguments) throws(Arguments.Mistake) {
        token = try Self.choice("--token", arguments) ?? token
        nonce = try Self.choice("--nonce", arguments) ?? nonce
        activation = try Self.choice("--activation", arguments) ?? activation
    }

    private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ option: String, _ arguments: Arguments
    ) throws(Arguments.Mistake) -> Choice? {
        guard let text = arguments[option] else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Arguments.Mistake(text: "\(option) is one of \(known)")
        }
        return choice
    }

    /// Of a request whose chain is remembered.
    var warm: [Primitive.Name] {
        let tokens: [Token: Primitive.Name] = [.es256: .tokenES256, .rs256: .tokenRS256]
        let activations: [Activation: Primitive.Name] = [
            .issuerOTP: .issuerOTP, .visaMBPAC: .visaMBPAC, .mastercardTAV: .mastercardTAV,
        ]
        return [tokens[token]!] + (nonce == .forward ? [] : [.nonceSignature])
            + [.vaultImport, .vaultECDH, .vaultOpening, activations[activation]!]
            + [.keyGeneration, .leafECDH, .sealing, .check]
    }

    /// Of a request with a leaf that was never seen, under an intermediate that was.
    var cold: [Primitive.Name] { warm + [.leafParsing, .leafVerification] }
}
