package import Cryptography

/// The keys of activation data by the names that programs use for them. They come from the key folder.
package struct ActivationKeys: Sendable {
    private var issuerOTP: [String: IssuerOTPKey] = [:]

    /// No key yet.
    package init() {}

    /// Takes one file of the key folder: `NAME.otp.pem`, a private key on P-256 in PEM, is the issuer's key for
    /// one-time passwords under NAME. A name that says nothing is refused, for it is a typing mistake.
    package mutating func add(
        file: String, contents: borrowing SecretBytes
    ) throws(ConfigurationError) {
        let ending = ".otp.pem"
        guard file.hasSuffix(ending) else { throw .activationKeyName }
        let name = String(file.dropLast(ending.count))
        guard !name.isEmpty else { throw .activationKeyName }
        guard issuerOTP[name] == nil else { throw .activationKeyTwice }
        do {
            issuerOTP[name] = try IssuerOTPKey(P256.PrivateKey(pem: contents))
        } catch {
            throw .activationKeyMalformed
        }
    }

    /// Whether a program that names `name` for `provider` can be served. For readiness.
    package func has(_ name: String, for provider: ActivationProvider) -> Bool {
        switch provider {
        case .issuerOTP: issuerOTP[name] != nil
        case .visaMBPAC, .mastercardTAV3, .mastercardTAV4: false
        }
    }

    func issuerOTP(_ name: String?) -> IssuerOTPKey? { name.flatMap { issuerOTP[$0] } }
}
