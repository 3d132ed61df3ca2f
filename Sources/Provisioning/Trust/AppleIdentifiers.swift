internal import Cryptography

// Apple's arc is 1.2.840.113635.100.6; what stands in it says what a certificate is for.
extension ObjectIdentifier {
    /// On the leaf to which pass data is encrypted, critical, value NULL.
    static let provisioningLeaf = ObjectIdentifier(1, 2, 840, 113635, 100, 6, 39)
    /// On the intermediate that issues it: Worldwide Developer Relations.
    static let developerRelations = ObjectIdentifier(1, 2, 840, 113635, 100, 6, 2, 15)
    /// Apple Pay payment processing: what every merchant can get, with a private key of its own.
    static let merchantProcessing = ObjectIdentifier(1, 2, 840, 113635, 100, 6, 32)
    /// What signs payment tokens, in production and in the sandbox.
    static let paymentTokenSigning = ObjectIdentifier(1, 2, 840, 113635, 100, 6, 29)
    static let paymentTokenSigningSandbox = ObjectIdentifier(1, 2, 840, 113635, 100, 6, 30)
    /// Everything under it belongs to developers: code signing, push, passes.
    static let developerLeaves = ObjectIdentifier(1, 2, 840, 113635, 100, 6, 1)

    static let serverAuth = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 3, 1)
    static let clientAuth = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 3, 2)
    static let codeSigning = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 3, 3)
    /// Every purpose, those three among them.
    static let anyExtendedKeyUsage = ObjectIdentifier(2, 5, 29, 37, 0)
}
