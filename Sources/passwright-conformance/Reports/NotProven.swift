/// What passing does not prove: it stands in every report that a person reads.
enum NotProven {
    static let sentences = [
        "That Apple or a payment network will accept a card: both certify an issuer themselves, and no suite can stand in for them.",
        "That Apple's own certificates are accepted: the chain here is simulated, and the server was told to trust its root.",
        "That Apple's nonce signature is verified: which key makes it is not public, so the simulated leaf signs in its place.",
        "That secrets are kept: logs, memory, backups and the database cannot be seen from outside.",
        "That the server holds for days, under load, or without its database.",
    ]
}
