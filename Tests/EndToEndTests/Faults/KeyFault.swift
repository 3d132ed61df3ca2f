import Testing

/// One thing that is wrong with the key files at SIGHUP.
struct KeyFault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The setting that is named.
    let variable: String
    /// Run in the folder of the keys.
    let command: String

    private init(_ description: String, _ variable: String, _ command: String) {
        testDescription = description
        self.variable = "PASSWRIGHT_" + variable
        self.command = command
    }

    static let all = [
        KeyFault("no vault key is left", "VAULT_KEYS", "rm -f vault/*"),
        KeyFault(
            "a vault key is none", "VAULT_KEYS",
            "for f in vault/*[0-9a-f].pem; do chmod 600 $f; echo x >$f; done"),
        KeyFault("a vault key can be read by others", "VAULT_KEYS", "chmod 644 vault/*.pem"),
        KeyFault(
            "an activation key is none", "ACTIVATION_KEYS",
            "chmod 600 activation/demo.wsd; echo x >activation/demo.wsd"),
        KeyFault("the replay key is missing", "REPLAY_KEY", "rm -f replay.key"),
        KeyFault(
            "the replay key is short", "REPLAY_KEY",
            "head -c 31 replay.key >r; chmod 400 r; mv -f r replay.key"),
        KeyFault("the JWKS is missing", "JWKS", "rm token/jwks.json"),
        KeyFault("the JWKS is cut off", "JWKS", "head -c 20 token/jwks.json >j; mv j token/jwks.json"),
        KeyFault("the trust anchor is none", "TRUST_ANCHORS", "echo x >pki/root_cert.pem"),
    ]
}
