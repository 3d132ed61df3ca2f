/// What a case needs of a deployment, and what is said where it is not there.
enum Need: Sendable, Hashable {
    /// A bearer token of this name.
    case token(String)
    /// A card of this holder and for this purpose.
    case card(holder: String, name: String)
    case details(card: String)
    case simulatedPhone
    /// Private keys of the simulated chain: for chains of the suite's own making.
    case simulatedKeys
    case tokenKey
    case leafSignature
    case metrics
    case administrator
    case psql
    case stopCommand
    case visaKey, mastercardKey, otpKey
    /// Something else: the sentence says what.
    case other(String)

    /// The reason for a skip.
    var sentence: String {
        switch self {
        case .token(let name): "the fixtures have no token \"\(name)\""
        case .card(let holder, let name): "the fixtures have no card \"\(name)\" of \(holder)"
        case .details(let card): "the fixtures do not say what the card \"\(card)\" holds"
        case .simulatedPhone: "the fixtures name no certificates with the leaf's private key (pki)"
        case .simulatedKeys: "the fixtures have no private keys of the simulated root and intermediate (pki)"
        case .tokenKey: "the fixtures have no key to sign tokens with (jwt)"
        case .leafSignature: "this deployment does not verify nonce signatures by the leaf's key"
        case .metrics: "the fixtures have no metrics_url"
        case .administrator: "the fixtures have no administrator's access (admin_dsn)"
        case .psql: "psql is not installed here"
        case .stopCommand: "no command that stops the server was given (--stop-command)"
        case .visaKey: "the fixtures have no Visa WSD key"
        case .mastercardKey: "the fixtures have no Mastercard public key"
        case .otpKey: "the fixtures have no public key for the issuer's one-time passwords"
        case .other(let sentence): sentence
        }
    }
}
