/// One known mistake in a derivation.
struct DerivationChange: Sendable {
    /// Two mistakes about the same thing exclude each other.
    enum Axis: Sendable { case layout, secret, algorithm, partyU, partyV, suffix, digest, keyLength }

    let kind: Deviation.Kind
    let axis: Axis
    let apply: @Sendable (inout Derivation) -> Void

    /// Every known mistake for this exchange, the most frequent first.
    static func known(_ material: Material) throws(WalletError) -> [DerivationChange] {
        try layouts() + partiesV(material) + algorithms() + partiesU() + secrets(material) + digests()
    }

    /// What a server has at hand when it derives a key.
    struct Material {
        /// The x coordinate, 32 bytes.
        let secret: [UInt8]
        let ephemeralPoint: [UInt8]
        let recipientPoint: [UInt8]
        var merchants: [String] = []
    }

    private static func layouts() -> [DerivationChange] {
        let layouts: [(Deviation.Kind, Derivation.Layout)] = [
            (.x963Order, .x963), (.counterMissing, .uncounted), (.counterWrong, .counted([0, 0, 0, 0])),
            (.counterWrong, .counted([1, 0, 0, 0])), (.counterWrong, .counted([1])),
            (.counterWrong, .counted([0, 0, 0, 2])), (.jose, .jose), (.hkdf, .hkdf), (.noKDF, .secret),
            (.noKDF, .digest),
        ]
        return layouts.map { kind, layout in DerivationChange(kind, .layout) { $0.layout = layout } }
    }

    private static func algorithms() -> [DerivationChange] {
        let label = Derivation.label
        let texts = [
            "id-aes128-GCM", "id-aes256-gcm", "aes256-GCM", "AES-256-GCM", "A256GCM", "ECC_V2",
            "id-aes256GCM",
        ]
        return [
            algorithm(.labelLengthMissing, label),
            algorithm(.labelLengthFour, lengthOfFour(label.count) + label),
            algorithm(.labelMissing, []),
        ] + texts.map { algorithm(.labelWrong, [UInt8($0.utf8.count)] + Array($0.utf8)) }
            + [algorithm(.labelWrong, [0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x2e])]
    }

    private static func algorithm(_ kind: Deviation.Kind, _ bytes: [UInt8]) -> DerivationChange {
        DerivationChange(kind, .algorithm) { $0.algorithm = bytes }
    }

    private static func partiesU() -> [DerivationChange] {
        let apple = Array("Apple".utf8)
        let forms: [(Deviation.Kind, [UInt8])] = [
            (.partyUMissing, []), (.partyUWrong, Array("apple".utf8)), (.partyUWrong, Array("APPLE".utf8)),
            (.partyUWrong, Array("Apple Pay".utf8)), (.partyULength, [5] + apple),
            (.partyULength, [0, 0, 0, 5] + apple),
        ]
        return forms.map { kind, bytes in DerivationChange(kind, .partyU) { $0.partyU = bytes } }
    }

    private static func partiesV(_ material: Material) throws(WalletError) -> [DerivationChange] {
        let (own, leaf) = (material.ephemeralPoint, material.recipientPoint)
        let (ownSPKI, leafSPKI) = (spki(own), spki(leaf))
        var forms: [(Deviation.Kind, [UInt8])] = [
            (.partyVLeaf, leaf), (.partyVLeaf, leafSPKI), (.partyVSPKI, ownSPKI), (.partyVMissing, []),
            (.partyVNoPrefix, Array(own.dropFirst())), (.partyVCompressed, EphemeralPoint.compressed(own)),
            (.partyVCompressed, Array(own[1...32])), (.partyVText, Array(own.hexadecimal.utf8)),
            (.partyVText, Array(Base64.encode(own).utf8)), (.partyVLength, [65] + own),
            (.partyVLength, lengthOfFour(65) + own),
        ]
        for bytes in [own, ownSPKI, leaf, leafSPKI] {
            forms.append((.partyVHash, try Digest.sha256.of(bytes)))
        }
        for name in material.merchants {
            forms.append((.partyVMerchant, try Digest.sha256.of(Array(name.utf8))))
        }
        return forms.map { kind, bytes in DerivationChange(kind, .partyV) { $0.partyV = bytes } }
            + [DerivationChange(.keyLength, .suffix) { $0.suffix = lengthOfFour(256) }]
    }

    private static func spki(_ point: [UInt8]) -> [UInt8] {
        SimulatedKey.subjectPublicKeyInfo(curve: "1.2.840.10045.3.1.7", point: point)
    }

    private static func secrets(_ material: Material) throws(WalletError) -> [DerivationChange] {
        let x = material.secret
        var forms: [(Deviation.Kind, [UInt8])] = [
            (.secretHashed, try Digest.sha256.of(x)), (.secretText, Array(x.hexadecimal.utf8)),
            (.secretText, Array(Base64.encode(x).utf8)),
        ]
        // Which of the two points with this x it was is not known: both are tried.
        for sign in [2, 3] as [UInt8] {
            guard let point = EphemeralPoint.uncompressed([sign] + x) else { continue }
            forms += [
                (.secretPoint, point), (.secretPoint, Array(point.dropFirst())),
                (.secretHashed, try Digest.sha256.of([sign] + x)),
            ]
        }
        let stripped = Array(x.drop { $0 == 0 })
        let signed = (stripped.first ?? 0) & 0x80 == 0 ? stripped : [0] + stripped
        for other in [stripped, signed] where other != x { forms.append((.secretLength, other)) }
        return forms.map { kind, bytes in DerivationChange(kind, .secret) { $0.secret = bytes } }
    }

    private static func digests() -> [DerivationChange] {
        [
            DerivationChange(.sha1, .digest) { $0.digest = .sha1 },
            DerivationChange(.sha2Long, .digest) { $0.digest = .sha512 },
            DerivationChange(.sha2Long, .digest) { $0.digest = .sha384 },
            DerivationChange(.aes128, .keyLength) { $0.keyLength = 16 },
        ]
    }

    private init(
        _ kind: Deviation.Kind, _ axis: Axis, _ apply: @escaping @Sendable (inout Derivation) -> Void
    ) {
        self.kind = kind
        self.axis = axis
        self.apply = apply
    }
}
