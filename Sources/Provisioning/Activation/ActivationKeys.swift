package import Cryptography

/// The keys of activation data by the names that programs use for them. They come from the key folder.
package struct ActivationKeys: Sendable {
    private var issuerOTP: [String: IssuerOTPKey] = [:]
    private var visa: [String: WSDKey] = [:]
    private var mastercard: [String: TAVKey] = [:]

    /// No key yet.
    package init() {}

    /// Takes one file of the key folder. Its name says what it is, and NAME, what a program calls it by:
    ///
    /// - `NAME.otp.pem`: the issuer's key for one-time passwords, a private key on P-256 in PEM.
    /// - `NAME.wsd`: Visa's WSD key, a line `<key set> <32 hexadecimal digits>`, after which a space and the key's
    ///   check value of 6 digits may stand: `417190.1 0123456789abcdeffedcba9876543210 08D7B4`.
    /// - `NAME.tav.pem`: the issuer's key for Mastercard's TAVs, an RSA private key of 2048 to 4096 bits in PEM. In
    ///   version 4 NAME is also the `keyAlias`.
    ///
    /// A file name that is none of these is refused, for it is a typing mistake, and so is a NAME that no program
    /// may have (1 to 64 letters, digits, `.`, `_` and `-`, the first a letter or digit).
    package mutating func add(
        file: String, contents: borrowing SecretBytes
    ) throws(ConfigurationError) {
        if let name = try Self.name(of: file, ending: ".otp.pem") {
            guard issuerOTP[name] == nil else { throw .activationKeyTwice }
            do { issuerOTP[name] = try IssuerOTPKey(P256.PrivateKey(pem: contents)) } catch {
                throw .activationKeyMalformed
            }
        } else if let name = try Self.name(of: file, ending: ".wsd") {
            guard visa[name] == nil else { throw .activationKeyTwice }
            visa[name] = try WSDKey(file: contents)
        } else if let name = try Self.name(of: file, ending: ".tav.pem") {
            guard mastercard[name] == nil else { throw .activationKeyTwice }
            do { mastercard[name] = TAVKey(alias: name, try RSAPrivateKey(pem: contents)) } catch {
                throw .activationKeyMalformed
            }
        } else {
            throw .activationKeyName
        }
    }

    /// What stands before `ending`; null where the file ends otherwise.
    private static func name(of file: String, ending: String) throws(ConfigurationError) -> String? {
        guard file.hasSuffix(ending) else { return nil }
        let name = file.dropLast(ending.count)
        guard name.utf8.count <= 64, let first = name.utf8.first, isLetterOrDigit(first),
            name.utf8.allSatisfy({ isLetterOrDigit($0) || "._-".utf8.contains($0) })
        else { throw .activationKeyName }
        return String(name)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    /// Whether a program that names `name` for `provider` can be served. For readiness.
    package func has(_ name: String, for provider: ActivationProvider) -> Bool {
        switch provider {
        case .issuerOTP: issuerOTP[name] != nil
        case .visaMBPAC: visa[name] != nil
        case .mastercardTAV3, .mastercardTAV4: mastercard[name] != nil
        }
    }

    func issuerOTP(_ name: String?) -> IssuerOTPKey? { name.flatMap { issuerOTP[$0] } }
    func visa(_ name: String?) -> WSDKey? { name.flatMap { visa[$0] } }
    func mastercard(_ name: String?) -> TAVKey? { name.flatMap { mastercard[$0] } }
}
