/// What a request's certificates are to be, and the key that belongs to the first of them.
package struct ForgedChain: Sendable {
    /// DER, or what stands in its place.
    package var certificates: [[UInt8]]
    /// Signs the nonce, and opens what was encrypted to the leaf.
    package let key: SimulatedKey

    package init(certificates: [[UInt8]], key: SimulatedKey) {
        self.certificates = certificates
        self.key = key
    }

    /// A nonce's signature: `r || s` where the key is on P-256, and what another key signs where not.
    package func sign(_ nonce: [UInt8]) throws(WalletError) -> [UInt8] {
        if let raw = try? key.signRaw(nonce) { return raw }
        return try key.sign(nonce, .sha256)
    }

    /// The same with one certificate's bytes changed: 0 is the leaf, 1 the intermediate.
    package func changing(_ place: Int, _ change: ([UInt8]) throws -> [UInt8]) rethrows -> ForgedChain {
        var copy = self
        copy.certificates[place] = try change(certificates[place])
        return copy
    }

    /// The same key with other certificates.
    package func with(_ certificates: [[UInt8]]) -> ForgedChain {
        ForgedChain(certificates: certificates, key: key)
    }
}

/// Makes chains that are right but for one thing, with the keys of a simulated authority.
package struct ChainForge: Sendable {
    package typealias Twist = (inout CertificateTemplate) -> Void

    package let pki: SimulatedPKI
    /// Seconds since 1970.
    package let now: Int64

    package init(pki: SimulatedPKI, now: Int64) {
        self.pki = pki
        self.now = now
    }

    /// What an honest phone sends.
    package var honest: ForgedChain { ForgedChain(certificates: pki.certificates, key: pki.leafKey) }

    /// Another leaf under the same intermediate: for a fresh key of this kind, signed by the intermediate or by
    /// `signer` in its place.
    package func leaf(
        _ kind: SimulatedKey.Kind = .p256, signer: SimulatedKey? = nil, twist: Twist = { _ in }
    ) throws(WalletError) -> ForgedChain {
        let made = try pki.anotherLeaf(now: now, key: SimulatedKey(kind), signer: signer, twist)
        return ForgedChain(certificates: made.certificates, key: made.leafKey)
    }

    /// Another leaf, its key written in an odd shape.
    package func leaf(shape: PublicKeyShape) throws(WalletError) -> ForgedChain {
        let key = try SimulatedKey(.p256)
        let shaped = try key.subjectPublicKeyInfo(shape)
        let made = try pki.anotherLeaf(now: now, key: key) { $0.subjectPublicKeyInfo = shaped }
        return ForgedChain(certificates: made.certificates, key: key)
    }

    /// Another certificate for the intermediate's own key, signed by the root or by `signer` in its place. The
    /// leaf beneath it is the same, or another in the intermediate's name where that was changed.
    package func intermediate(
        signer: SimulatedKey? = nil, twist: Twist = { _ in }
    ) throws(WalletError) -> ForgedChain {
        var template = try SimulatedPKI.intermediateTemplate(
            now: now, key: pki.intermediateKey, issuer: pki.rootKey)
        twist(&template)
        let intermediate = try template.issue(for: pki.intermediateKey, by: signer ?? pki.rootKey)
        let name = template.subject
        let isRenamed = name.der != SimulatedPKI.intermediateName.der
        let chain = isRenamed ? try leaf { $0.issuer = name } : honest
        return chain.with([chain.certificates[0], intermediate])
    }

    /// A chain whose certificate at `place` has exactly this many bytes: `make` gets a twist that pads it with an
    /// extension of which nothing is asked.
    package func padded(
        to size: Int, place: Int, _ make: (Twist) throws -> ForgedChain
    ) throws -> ForgedChain {
        var padding = 0
        // A signature is a byte longer or shorter by chance, so that a size is met soon or never.
        for _ in 0..<100 {
            let chain = try make { $0.add("1.2.3.4", [UInt8](repeating: 0, count: padding)) }
            let missing = size - chain.certificates[place].count
            if missing == 0 { return chain }
            padding = max(0, padding + missing)
        }
        throw WalletError.malformed("no such certificate has this size")
    }
}

extension CertificateTemplate {
    /// Adds an extension; its value is NULL where none is given.
    package mutating func add(_ oid: String, critical: Bool = false, _ value: [UInt8] = DER.null()) {
        extensions.append(ExtensionTemplate(oid: oid, critical: critical, value: value))
    }

    /// The same subject with another common name, or with several, or with none.
    package mutating func rename(_ names: String...) {
        subject.attributes.removeAll { $0.oid == "2.5.4.3" }
        subject.attributes.insert(contentsOf: names.map { .init("2.5.4.3", $0) }, at: 0)
    }

    /// Adds an attribute to the subject whose value is SEQUENCEs in one another, so that the deepest is the
    /// certificate's `depth`th open element.
    package mutating func nest(to depth: Int) {
        // Certificate, what is signed, name, set, attribute.
        let value = (0..<depth - 5).reduce([]) { inner, _ in DER.element(0x30, inner) }
        subject.attributes.append(.init("1.2.3.4", der: value))
    }
}
