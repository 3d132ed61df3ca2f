/// What the environment says, read once: every value checked, nothing opened yet.
struct Settings: Sendable {
    enum Mode: String, CaseIterable, Sendable { case production, development }

    enum Listen: Equatable, Sendable {
        case tcp(host: String, port: UInt16)
        case unix(path: String)
    }

    enum NonceSignature: Equatable, Sendable {
        case leaf, forward
        case keys(file: String)
    }

    let mode: Mode
    let listen: Listen
    let listenAnywhere: Bool
    let metricsListen: Listen?
    let database: String
    let prepare: Bool
    let workers: Int
    let trustAnchors: String
    let trustedIntermediates: [String]
    let leafNames: [String]
    let crlFolder: String?
    let crlStrict: Bool
    let nonceSignature: NonceSignature?
    let vaultKeys: String
    let activationKeys: String
    let replayKey: String
    let previousReplayKey: String?
    let jwks: String
    let jwtIssuer: String
    let jwtAudience: String
    let jwtCardholderClaim: String
    let callerAllowance: Int

    /// Throws the one sentence that says which variable is wrong and how. No value is quoted: a value may be secret.
    init(environment: [String: String]) throws(ConfigurationError) {
        let known = Set(Setting.all.map { Setting.prefix + $0.name })
        if let stray = environment.keys.sorted().first(where: {
            $0.hasPrefix(Setting.prefix) && !known.contains($0)
        }) {
            throw ConfigurationError("\(stray) is not a setting: passwright serve --help lists them.")
        }
        let reader = Reader(environment: environment)
        mode = try reader.choice("MODE", ["production": .production, "development": .development])
        listen = try reader.listen("LISTEN")
        listenAnywhere = try reader.choice("LISTEN_ANYWHERE", ["yes": true, "no": false])
        metricsListen = try reader.text("METRICS_LISTEN") == "off" ? nil : reader.listen("METRICS_LISTEN")
        database = try reader.text("DATABASE")
        prepare = try reader.choice("PREPARE", ["on": true, "off": false])
        workers = try reader.number("WORKERS", in: 1...64)
        trustAnchors = try reader.text("TRUST_ANCHORS")
        trustedIntermediates = try reader.list("TRUSTED_INTERMEDIATES")
        leafNames = try reader.list("LEAF_NAMES")
        crlFolder = reader.optional("CRL_FOLDER")
        crlStrict = try reader.choice("CRL", ["warn": false, "strict": true])
        nonceSignature = try reader.nonceSignature("NONCE_SIGNATURE")
        vaultKeys = try reader.text("VAULT_KEYS")
        activationKeys = try reader.text("ACTIVATION_KEYS")
        replayKey = try reader.text("REPLAY_KEY")
        previousReplayKey = reader.optional("REPLAY_KEY_PREVIOUS")
        jwks = try reader.text("JWKS")
        jwtIssuer = try reader.text("JWT_ISSUER")
        jwtAudience = try reader.text("JWT_AUDIENCE")
        jwtCardholderClaim = try reader.text("JWT_CARDHOLDER_CLAIM")
        callerAllowance = try reader.number("CALLER_ALLOWANCE", in: 1...1_000_000)
    }
}

/// Reads one variable at a time; an empty one is as if it were not set.
private struct Reader {
    let environment: [String: String]

    func optional(_ name: String) -> String? {
        let value = environment[Setting.prefix + name] ?? ""
        return value.isEmpty ? Setting.all.first { $0.name == name }?.fallback : value
    }

    func text(_ name: String) throws(ConfigurationError) -> String {
        guard let value = optional(name) else {
            throw ConfigurationError("\(Setting.prefix)\(name) is not set.")
        }
        return value
    }

    func choice<T>(_ name: String, _ values: [String: T]) throws(ConfigurationError) -> T {
        guard let value = values[try text(name)] else {
            let words = values.keys.sorted().joined(separator: " or ")
            throw ConfigurationError("\(Setting.prefix)\(name) must be \(words).")
        }
        return value
    }

    func number(_ name: String, in range: ClosedRange<Int>) throws(ConfigurationError) -> Int {
        guard let value = Int(try text(name)), range.contains(value) else {
            throw ConfigurationError(
                "\(Setting.prefix)\(name) must be a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return value
    }

    func list(_ name: String) throws(ConfigurationError) -> [String] {
        let parts = try text(name).split(separator: ";").map { part in
            String(part.drop(while: { $0 == " " }).reversed().drop(while: { $0 == " " }).reversed())
        }
        guard !parts.isEmpty, !parts.contains("") else {
            throw ConfigurationError("\(Setting.prefix)\(name) must be names separated by ;.")
        }
        return parts
    }

    func listen(_ name: String) throws(ConfigurationError) -> Settings.Listen {
        let value = try text(name)
        if value.hasPrefix("unix:") {
            let path = String(value.dropFirst(5))
            // sun_path holds 108 bytes with the terminating zero.
            guard path.hasPrefix("/"), path.utf8.count <= 107 else {
                throw ConfigurationError(
                    "\(Setting.prefix)\(name) must be host:port or unix: and an absolute path of at most 107 bytes."
                )
            }
            return .unix(path: path)
        }
        guard let colon = value.lastIndex(of: ":"), let port = UInt16(value[value.index(after: colon)...]),
            colon != value.startIndex
        else { throw ConfigurationError("\(Setting.prefix)\(name) must be host:port or unix: and a path.") }
        var host = String(value[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        return .tcp(host: host, port: port)
    }

    func nonceSignature(_ name: String) throws(ConfigurationError) -> Settings.NonceSignature? {
        guard let value = optional(name) else { return nil }
        if value == "leaf" { return .leaf }
        if value == "forward" { return .forward }
        if value.hasPrefix("keys:"), value.count > 5 { return .keys(file: String(value.dropFirst(5))) }
        throw ConfigurationError("\(Setting.prefix)\(name) must be leaf, forward or keys: and a file.")
    }
}
