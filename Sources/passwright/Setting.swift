/// One environment variable of `passwright serve`.
struct Setting {
    /// Without the prefix.
    let name: String
    /// What holds where it is not set; nil where it must be set or has no default.
    let fallback: String?
    let meaning: String

    static let prefix = "PASSWRIGHT_"

    static let all: [Setting] = [
        Setting(
            "MODE", "production",
            "production or development. Production accepts Apple's pinned root only, no development token issuer, "
                + "and no database role that owns the tables"),
        Setting(
            "LISTEN", "127.0.0.1:8080",
            "host:port or unix:/path. Put TLS in front: the server speaks plain HTTP"),
        Setting("LISTEN_ANYWHERE", "no", "yes allows LISTEN to name an address that is not loopback"),
        Setting("METRICS_LISTEN", "127.0.0.1:9090", "host:port or unix:/path for GET /metrics; off for none"),
        Setting(
            "DATABASE", nil,
            "required: a libpq connection string. With several hosts add target_session_attrs=read-write"),
        Setting("PREPARE", "on", "off sends statements unprepared, for a pooler that cannot keep them"),
        Setting("WORKERS", "8", "threads, each with one database connection: 1 to 64"),
        Setting("TRUST_ANCHORS", nil, "required: a PEM file with the pinned root or roots"),
        Setting(
            "TRUSTED_INTERMEDIATES", "Apple Worldwide Developer Relations CA - G2",
            "common names that an intermediate may have, separated by ;"),
        Setting(
            "LEAF_NAMES", "ecc-crypto-services-encipherment_UC6-PROD",
            "common names that a leaf may have, separated by ;"),
        Setting("CRL_FOLDER", nil, "a folder of CRL files, PEM or DER; none: revocation is not looked at"),
        Setting("CRL", "warn", "past nextUpdate: warn goes on, strict refuses"),
        Setting(
            "NONCE_SIGNATURE", nil,
            "leaf, keys:FILE or forward. leaf is the default with a simulated root; with Apple's there is none"
        ),
        Setting("VAULT_KEYS", nil, "required: the folder with the vault's private keys"),
        Setting(
            "ACTIVATION_KEYS", nil,
            "required: the folder with the activation keys: NAME.otp.pem (issuer), NAME.wsd (Visa), NAME.tav.pem "
                + "(Mastercard)"),
        Setting("REPLAY_KEY", nil, "required: a file of 32 bytes, the same on every server"),
        Setting("REPLAY_KEY_PREVIOUS", nil, "the replay key before, for 24 hours after a rotation"),
        Setting("JWKS", nil, "required: a JWKS file with the keys of the token issuer"),
        Setting("JWT_ISSUER", nil, "required: the tokens' iss"),
        Setting("JWT_AUDIENCE", nil, "required: what the tokens' aud must be or hold"),
        Setting("JWT_CARDHOLDER_CLAIM", "sub", "the claim whose text is the cardholder's id"),
        Setting("CALLER_ALLOWANCE", "10", "attempts a minute for each caller, on each server: 1 to 1000000"),
    ]

    private init(_ name: String, _ fallback: String?, _ meaning: String) {
        self.name = name
        self.fallback = fallback
        self.meaning = meaning
    }

    /// The table that `passwright serve --help` prints.
    static var help: String {
        all.map { setting in
            let name = prefix + setting.name
            let standard = setting.fallback.map { "default: \($0)" } ?? "no default"
            return "  \(name)\n      \(setting.meaning)\n      \(standard)\n"
        }.joined()
    }
}
