/// Why the settings of this room cannot be used: the server does not start on them.
package enum ConfigurationError: Error, CaseIterable, Sendable {
    /// A replay key is not exactly 32 bytes.
    case replayKeyLength
    /// The newest and the previous replay key are the same: every nonce would meet itself.
    case replayKeysEqual
    /// No nonce-signature key in the file of `keys:`.
    case nonceKeysMissing
    /// The file of `keys:` holds something that is not a public key on P-256 in PEM.
    case nonceKeyMalformed
    /// The policy `leaf` with Apple's own root: Apple's leaf cannot sign, every request would be refused.
    case leafCannotSign
    /// A file in the folder of activation keys whose name does not say for which provider it is.
    case activationKeyName
    /// Two files for one name and provider.
    case activationKeyTwice
    /// An activation key that cannot be read as what its name says.
    case activationKeyMalformed
    /// A WSD key whose check value is another key's.
    case activationKeyCheckValue
}
