import Bearer
import Glibc
import Vault

/// Key files and their folders, and the keys of the token issuer. A key's bytes are read and cleansed; what is
/// printed of one is its file's name and the vault key's public id.
struct KeyCheck {
    private let settings: Settings
    private let doctor: Doctor

    init(_ settings: Settings, _ doctor: Doctor) {
        self.settings = settings
        self.doctor = doctor
    }

    func diagnoses() -> [Diagnosis] {
        var diagnoses: [Diagnosis] = []
        if !doctor.isUnusable("VAULT_KEYS") {
            diagnoses += [vault(), folder("vault folder", settings.vaultKeys)]
        }
        if !doctor.isUnusable("ACTIVATION_KEYS") {
            diagnoses += [activation(), folder("activation folder", settings.activationKeys)]
        }
        if !doctor.isUnusable("REPLAY_KEY", "REPLAY_KEY_PREVIOUS") {
            diagnoses += [replay(), folder("replay folder", Self.folder(of: settings.replayKey))]
        }
        if !doctor.isUnusable("JWKS", "JWT_ISSUER", "JWT_AUDIENCE") { diagnoses.append(tokens()) }
        return diagnoses
    }

    private func vault() -> Diagnosis {
        .of("vault keys", remedy: "passwright vault check looks at each key; vault keygen makes one") {
            () throws(ConfigurationError) in
            let ids = try Composition.vault(settings).keyIDs.map { "\($0)" }.sorted()
            return "\(ids.count) open: \(ids.joined(separator: " "))"
        }
    }

    private func activation() -> Diagnosis {
        .of("activation keys", remedy: "db/README.md says what each provider's key file is called") {
            () throws(ConfigurationError) in
            _ = try Composition.activationKeys(settings)
            let names = try Folder.names(settings.activationKeys, what: "PASSWRIGHT_ACTIVATION_KEYS")
            return "\(names.count) read: \(names.joined(separator: " "))"
        }
    }

    private func replay() -> Diagnosis {
        .of(
            "replay key",
            remedy: "openssl rand -out FILE 32 && chmod 0400 FILE, once: the file is the same on every server"
        ) { () throws(ConfigurationError) in
            _ = try Composition.replayKeys(settings)
            return settings.previousReplayKey == nil ? "32 bytes" : "32 bytes, and the key before it"
        }
    }

    private func tokens() -> Diagnosis {
        .of("JWKS", remedy: "take the file from the token issuer's jwks_uri, and send SIGHUP") {
            () throws(ConfigurationError) in
            "public keys: \(try Composition.tokens(settings).keyCount)"
        }
    }

    /// Whoever can write in the folder can put another file in the place of a key.
    private func folder(_ check: String, _ path: String) -> Diagnosis {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return .bad(check, "\(path) is not a folder that can be looked at", "mkdir -m 0700 \(path)")
        }
        let mode = String(status.st_mode & 0o7777, radix: 8)
        let found = "\(path), mode 0\(mode)"
        guard status.st_mode & 0o022 == 0 else {
            return .bad(check, "\(found): others can write in it", "chmod go-w \(path)")
        }
        guard status.st_uid == 0 || status.st_uid == geteuid() else {
            return .bad(check, "\(found): it is another user's", "chown it to root or to the server's user")
        }
        return .good(check, found)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
