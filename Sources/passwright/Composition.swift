import Bearer
import Cryptography
import Provisioning
import Vault

/// The rooms as the settings want them, from the files that they name. Made at start, and again at SIGHUP.
struct Composition: Sendable {
    let trust: TrustPolicy
    let activationKeys: ActivationKeys
    let vaultKeyFiles: [VaultKeyDate]
    let provisioner: Provisioner
    let tokens: TokenVerifier

    /// Throws one sentence that names the one thing that is wrong.
    init(_ settings: Settings) throws(ConfigurationError) {
        trust = try Self.trust(settings)
        activationKeys = try Self.activationKeys(settings)
        let noncePolicy = try Self.noncePolicy(settings, trust)
        let replayKeys = try Self.replayKeys(settings)
        let keys = try Self.vaultKeys(settings)
        vaultKeyFiles = keys.map { VaultKeyDate(id: $0.key.publicKey.id, written: $0.written) }
        let vault = Vault(keys: keys.map(\.key))
        do {
            provisioner = try Provisioner(
                trust: trust, noncePolicy: noncePolicy, replayKeys: replayKeys, vault: vault,
                activation: ActivationProviders(keys: activationKeys, randomness: Random.bytes),
                freshKey: { () throws(CryptographyError) in try P256.PrivateKey() })
        } catch {
            throw ConfigurationError(error, in: "PASSWRIGHT_NONCE_SIGNATURE")
        }
        tokens = try Self.tokens(settings)
    }

    static func trust(_ settings: Settings) throws(ConfigurationError) -> TrustPolicy {
        let policy = try TrustFiles.policy(settings)
        guard settings.mode == .development || policy.isProduction else {
            throw ConfigurationError(
                "\(TrustFiles.anchorsVariable) holds a root that production mode does not accept: "
                    + "only Apple Root CA - G3 is.")
        }
        return policy
    }

    /// With a simulated root the policy is `leaf` where nothing was said. With Apple's there is no default.
    static func noncePolicy(
        _ settings: Settings, _ trust: TrustPolicy
    ) throws(ConfigurationError) -> NonceSignaturePolicy {
        let variable = "PASSWRIGHT_NONCE_SIGNATURE"
        switch settings.nonceSignature {
        case .leaf: return .leaf
        case .forward: return .forward
        case .keys(let file):
            let pem = try PublicFile.read(file, what: variable)
            do { return try NonceSignaturePolicy(keyFile: pem) } catch {
                throw ConfigurationError(error, in: variable)
            }
        case nil:
            guard !trust.anchors.contains(where: { TrustPolicy.isApple($0) }) else {
                throw ConfigurationError(
                    "\(variable) is not set: with Apple's root it must be forward (Apple verifies the signature, "
                        + "this server does not) or keys: and a file of public keys.")
            }
            return .leaf
        }
    }

    static func replayKeys(_ settings: Settings) throws(ConfigurationError) -> ReplayKeys {
        let variable = "PASSWRIGHT_REPLAY_KEY"
        let newest = try SecretFile.read(settings.replayKey, what: variable)
        do {
            guard let path = settings.previousReplayKey else {
                return try ReplayKeys(newest: newest, previous: nil)
            }
            let previous = try SecretFile.read(path, what: "PASSWRIGHT_REPLAY_KEY_PREVIOUS")
            return try ReplayKeys(newest: newest, previous: previous)
        } catch let error as ConfigurationError {
            throw error
        } catch let error as Provisioning.ConfigurationError {
            throw ConfigurationError(error, in: variable)
        } catch {
            throw ConfigurationError("\(variable) cannot be used.")
        }
    }

    static func vault(_ settings: Settings) throws(ConfigurationError) -> Vault {
        Vault(keys: try vaultKeys(settings).map(\.key))
    }

    /// A vault key's name, and when its file was written.
    struct VaultKeyDate: Sendable {
        let id: VaultKeyID
        let written: UnixTime
    }

    private static func vaultKeys(
        _ settings: Settings
    ) throws(ConfigurationError) -> [(key: FileVaultKey, written: UnixTime)] {
        let variable = "PASSWRIGHT_VAULT_KEYS"
        let folder = try VaultFolder(settings.vaultKeys, what: variable)
        guard !folder.privateNames.isEmpty else {
            throw ConfigurationError(
                "\(variable) \(settings.vaultKeys) has no key in it: vault keygen makes one.")
        }
        var keys: [(key: FileVaultKey, written: UnixTime)] = []
        for name in folder.privateNames {
            let key = try VaultKeyFile.privateKey(at: folder.file(name), what: variable)
            keys.append((key, UnixTime(seconds: Int64(folder.written(name).seconds))))
        }
        return keys
    }

    static func activationKeys(_ settings: Settings) throws(ConfigurationError) -> ActivationKeys {
        let variable = "PASSWRIGHT_ACTIVATION_KEYS"
        var keys = ActivationKeys()
        for name in try Folder.names(settings.activationKeys, what: variable) {
            let path = settings.activationKeys + "/" + name
            let contents = try SecretFile.read(path, what: variable)
            do { try keys.add(file: name, contents: contents) } catch {
                throw ConfigurationError(error, in: "\(variable) \(path)")
            }
        }
        return keys
    }

    static func tokens(_ settings: Settings) throws(ConfigurationError) -> TokenVerifier {
        let variable = "PASSWRIGHT_JWKS"
        let json = try PublicFile.read(settings.jwks, what: variable)
        guard let keys = try? KeySet(jwks: json) else {
            throw ConfigurationError(
                "\(variable) is not a JWKS with RS256 or ES256 public keys, each with a kid.")
        }
        guard settings.mode == .development || settings.jwtIssuer != TokenCommand.developmentIssuer else {
            throw ConfigurationError(
                "PASSWRIGHT_JWT_ISSUER is the development issuer, whose tokens production mode does not take."
            )
        }
        return TokenVerifier(
            keys: keys, issuer: settings.jwtIssuer, audience: settings.jwtAudience,
            cardholderClaim: settings.jwtCardholderClaim)
    }
}

extension ConfigurationError {
    /// A sentence for what the domain says of its settings.
    init(_ error: Provisioning.ConfigurationError, in variable: String) {
        let what =
            switch error {
            case .replayKeyLength: "must be a file of exactly 32 bytes"
            case .replayKeysEqual: "and the key before it are the same"
            case .nonceKeysMissing: "names a file without a public key"
            case .nonceKeyMalformed: "names a file with something other than P-256 public keys in PEM"
            case .leafCannotSign:
                "is leaf, and Apple's leaf cannot sign: with Apple's root it must be forward or keys: and a file"
            case .activationKeyName:
                "has a name that says nothing: NAME.otp.pem, NAME.wsd and NAME.tav.pem are known"
            case .activationKeyTwice: "is there twice"
            case .activationKeyMalformed: "is not the key that its name says"
            case .activationKeyCheckValue: "has a check value that is another key's"
            }
        self.init("\(variable) \(what).")
    }
}
