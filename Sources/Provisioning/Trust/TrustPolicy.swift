package import Cryptography

/// A trust policy that cannot be used.
package enum TrustPolicyError: Error, Hashable, Sendable {
    /// No anchor at all, or no name that an intermediate or a leaf may have: nothing would ever be accepted.
    case empty
    /// An anchor is no certificate authority that signed itself, with a key on P-256 or P-384.
    case anchorUnusable
    /// OpenSSL could not take the anchors.
    case notLoaded
}

/// Whom to trust: the pinned roots and the names that stand under them (rules C03, C04, C10, C11 and C13).
package struct TrustPolicy: Sendable {
    package let anchors: [Certificate]
    /// Common names that an intermediate may have (C04).
    package let intermediateNames: [String]
    /// Common names that a leaf may have (C11).
    package let leafNames: [String]
    /// Extensions that a leaf must not have, with all that stands under them, besides those of C10.
    package let additionalExcluded: [ObjectIdentifier]

    /// Null where no revocation lists are configured, and C13 is not asked.
    package private(set) var revocation: RevocationPolicy?

    let verification: ChainVerification

    package static let appleIntermediateNames = ["Apple Worldwide Developer Relations CA - G2"]
    /// Until when Apple's intermediates are valid, which stand under the root that production mode accepts.
    package static let lastSecondOfIntermediates = [
        // 2029-05-06T23:43:24Z
        "Apple Worldwide Developer Relations CA - G2": UnixTime(seconds: 1_872_805_404)
    ]
    package static let appleLeafNames = ["ecc-crypto-services-encipherment_UC6-PROD"]
    /// The sandbox's leaf: only where it was asked for.
    package static let appleSandboxLeafName = "ecc-crypto-services-encipherment_UC6-SANDBOX"

    package init(
        anchors: [Certificate], intermediateNames: [String], leafNames: [String],
        additionalExcluded: [ObjectIdentifier]
    ) throws(TrustPolicyError) {
        guard !anchors.isEmpty, !intermediateNames.isEmpty, !leafNames.isEmpty else { throw .empty }
        for anchor in anchors {
            guard anchor.basicConstraints?.isAuthority == true, anchor.subject == anchor.issuer,
                anchor.key.uncompressedPoint != nil
            else { throw .anchorUnusable }
        }
        do throws(ChainError) {
            verification = try ChainVerification(anchors: anchors, excusingOnLeaf: .provisioningLeaf)
        } catch {
            throw .notLoaded
        }
        self.anchors = anchors
        self.intermediateNames = intermediateNames
        self.leafNames = leafNames
        self.additionalExcluded = additionalExcluded
    }

    /// The same policy, with C13 asking these lists.
    package func checking(_ revocation: RevocationPolicy) -> TrustPolicy {
        var policy = self
        policy.revocation = revocation
        return policy
    }

    /// The rules to ask, after C01.
    var rules: [TrustRule] { revocation == nil ? TrustRule.all : TrustRule.all + [.revocation] }

    /// Exactly one common name, and one of the configured: byte for byte.
    func allowsIntermediate(_ names: [[UInt8]]) -> Bool { Self.contains(intermediateNames, names) }
    func allowsLeaf(_ names: [[UInt8]]) -> Bool { Self.contains(leafNames, names) }

    private static func contains(_ allowed: [String], _ names: [[UInt8]]) -> Bool {
        names.count == 1 && allowed.contains { $0.utf8.elementsEqual(names[0]) }
    }

    /// Whether every anchor is one that production mode accepts.
    package var isProduction: Bool { anchors.allSatisfy { ProductionAnchors.contains($0) } }
}
