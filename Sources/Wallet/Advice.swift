/// What to do about a refusal, for whoever set the server and this wallet up.
enum Advice {
    static func about(_ problem: IssuerProblem?, status: Int?) -> String? {
        switch problem?.reason {
        case "certificate_untrusted"?:
            "Let the server trust the simulated root (PASSWRIGHT_TRUST_ANCHORS, development mode), or name the chain that it trusts with --pki."
        case "certificate_expired"?, "certificate_not_yet_valid"?:
            "Compare the clocks, or make a new simulated chain: passwright-wallet pki --replace."
        case "nonce_signature_invalid"?:
            "The simulated phone signs with the leaf's key: set PASSWRIGHT_NONCE_SIGNATURE=leaf on the server."
        case "nonce_replayed"?: "Start again: each request takes a fresh nonce."
        case "network_unsupported"?:
            "Give the card's program an activation provider that exists. American Express and Discover publish no format of their own: the issuer's one-time password is what is left."
        case "activation_key_missing"?:
            "Put the program's activation key into the server's key folder; /readyz names it."
        case "vault_cannot_open"?: "passwright doctor says which vault key the card needs."
        case let reason? where reason.hasPrefix("card_") && reason != "card_not_found" && status == 409:
            "The card's state forbids it: see the verbs for cards in db/README.md."
        case "program_disabled"?, "cardholder_blocked"?, "provisioning_paused"?:
            "An administrator has closed it in the database: see db/README.md."
        default: about(status: status)
        }
    }

    static func about(_ silence: Silence, at server: String) -> String {
        switch silence {
        case .connection(.tls):
            "See that the server's certificate is for this host's name, and that this machine trusts who issued it."
        case .connection: "See that the server runs and listens at \(server)."
        case .late:
            "See what the server waits for: it has 5 s, and a phone \(HTTPIssuer.phoneLimit) s."
        case .cut: "See in the server's log why it closed the connection, or in a proxy's before it."
        case .notHTTP: "See what it is that listens at \(server)."
        case .headTooLong, .bodyTooLong:
            "See what it is that answers at \(server): no answer of an issuer's server is so long."
        }
    }

    private static func about(status: Int?) -> String? {
        switch status {
        case 401: "Give a token that the server takes and that has not expired: --token-file."
        case 404: "The card must be the token's own: see --card and --cardholder."
        case 429: "Wait as long as Retry-After says, or widen the allowance."
        case 502: "The server's log line with this request id says what an operator must look at."
        case 503: "Try again a little later, with a new nonce; /readyz says what the server lacks."
        default: nil
        }
    }
}
