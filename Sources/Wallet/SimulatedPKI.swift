/// A certificate authority in the shape of Apple's, with its keys: root, intermediate, leaf.
///
/// The root's name says that it is simulated, and its key is new, so no server in production mode accepts it.
package struct SimulatedPKI: Sendable {
    /// Changes one thing in a certificate before it is signed.
    package typealias Twist = (inout CertificateTemplate) -> Void

    package let rootKey: SimulatedKey
    package let intermediateKey: SimulatedKey
    package let leafKey: SimulatedKey
    /// DER.
    package let root: [UInt8]
    package let intermediate: [UInt8]
    package let leaf: [UInt8]

    /// A chain that was made before.
    package init(
        rootKey: SimulatedKey, intermediateKey: SimulatedKey, leafKey: SimulatedKey, root: [UInt8],
        intermediate: [UInt8], leaf: [UInt8]
    ) {
        self.rootKey = rootKey
        self.intermediateKey = intermediateKey
        self.leafKey = leafKey
        self.root = root
        self.intermediate = intermediate
        self.leaf = leaf
    }

    /// What a phone sends: leaf first, intermediate second.
    package var certificates: [[UInt8]] { [leaf, intermediate] }

    package static let rootName = DistinguishedName(
        commonName: "Passwright Simulated Root CA - G3", unit: "Simulated, for tests only",
        organisation: "Passwright")
    package static let intermediateName = DistinguishedName(
        commonName: "Apple Worldwide Developer Relations CA - G2", unit: "Apple Certification Authority",
        organisation: "Apple Inc.")
    package static let leafName = DistinguishedName(
        commonName: "ecc-crypto-services-encipherment_UC6-PROD", unit: "iOS Systems",
        organisation: "Apple Inc.")

    /// A fresh chain that is valid at `now`, in seconds since 1970: the root from 5 years before it to 20 years
    /// after, the intermediate for 15 years, the leaf for 25 months.
    ///
    /// Each certificate can be twisted before it is signed; each key can be given, and so can the key that
    /// signs the intermediate or the leaf in place of the right one.
    package static func make(
        now: Int64,
        root rootTwist: Twist = { _ in }, intermediate intermediateTwist: Twist = { _ in },
        leaf leafTwist: Twist = { _ in },
        rootKey givenRootKey: SimulatedKey? = nil, intermediateKey givenIntermediateKey: SimulatedKey? = nil,
        leafKey givenLeafKey: SimulatedKey? = nil,
        intermediateSigner: SimulatedKey? = nil, leafSigner: SimulatedKey? = nil
    ) throws(WalletError) -> SimulatedPKI {
        let rootKey = if let givenRootKey { givenRootKey } else { try SimulatedKey(.p384) }
        let intermediateKey =
            if let givenIntermediateKey { givenIntermediateKey } else { try SimulatedKey(.p256) }
        let leafKey = if let givenLeafKey { givenLeafKey } else { try SimulatedKey(.p256) }

        var root = try rootTemplate(now: now, key: rootKey)
        rootTwist(&root)
        var intermediate = try intermediateTemplate(now: now, key: intermediateKey, issuer: rootKey)
        intermediateTwist(&intermediate)
        var leaf = try leafTemplate(now: now, key: leafKey, issuer: intermediateKey)
        leafTwist(&leaf)

        return SimulatedPKI(
            rootKey: rootKey, intermediateKey: intermediateKey, leafKey: leafKey,
            root: try root.issue(for: rootKey, by: rootKey),
            intermediate: try intermediate.issue(
                for: intermediateKey, by: intermediateSigner ?? rootKey),
            leaf: try leaf.issue(for: leafKey, by: leafSigner ?? intermediateKey))
    }

    /// A second leaf under the same intermediate, for the same key or another.
    package func anotherLeaf(
        now: Int64, key: SimulatedKey? = nil, signer: SimulatedKey? = nil, _ twist: Twist = { _ in }
    ) throws(WalletError) -> SimulatedPKI {
        var template = try SimulatedPKI.leafTemplate(
            now: now, key: key ?? leafKey, issuer: intermediateKey)
        twist(&template)
        return SimulatedPKI(
            rootKey: rootKey, intermediateKey: intermediateKey, leafKey: key ?? leafKey, root: root,
            intermediate: intermediate,
            leaf: try template.issue(for: key ?? leafKey, by: signer ?? intermediateKey))
    }
}
