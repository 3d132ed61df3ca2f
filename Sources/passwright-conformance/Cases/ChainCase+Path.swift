import Wallet

private typealias OID = ExtensionIdentifier

// C03 to C05, and C09 above the leaf: from the leaf to the pinned root.
extension ChainCase {
    static let path: [ChainCase] = anchor + intermediate + signature + key

    private static let anchor: [ChainCase] = [
        .refused(
            129, .c03, .untrusted, "A whole chain under another root of the same name is refused.",
            breaking: [.c04]
        ) { forge in
            let other = try SimulatedPKI.make(now: forge.now)
            return ForgedChain(certificates: other.certificates, key: other.leafKey)
        },
        .refused(
            130, .c03, .untrusted, "An intermediate from a root of another name is refused.",
            breaking: [.c03, .c04]
        ) { forge in
            let other = try SimulatedKey(.p384)
            let identifier = try other.keyIdentifier()
            return try forge.intermediate(signer: other) {
                $0.issuer.attributes[0].text = "Another Root CA"
                $0.replace(.authorityKey(identifier))
            }
        },
        .refused(
            131, .c03, .untrusted, "An intermediate that signed itself is refused.", breaking: [.c03, .c04]
        ) { forge in
            let identifier = try forge.pki.intermediateKey.keyIdentifier()
            return try forge.intermediate(signer: forge.pki.intermediateKey) {
                $0.issuer = $0.subject
                $0.replace(.authorityKey(identifier))
            }
        },
        .refused(
            132, .c03, .untrusted, "The leaf in both places is refused.", breaking: [.c03, .c04, .c05, .c09]
        ) { $0.honest.with([$0.pki.leaf, $0.pki.leaf]) },
        .refused(
            133, .c03, .untrusted, "A leaf that another leaf signed is refused.",
            breaking: [.c03, .c04, .c09]
        ) { forge in
            let pki = forge.pki
            let identifier = try pki.leafKey.keyIdentifier()
            let chain = try forge.leaf(signer: pki.leafKey) {
                $0.issuer = SimulatedPKI.leafName
                $0.replace(.authorityKey(identifier))
            }
            return chain.with([chain.certificates[0], pki.leaf])
        },
    ]

    private static let intermediate: [ChainCase] = [
        unfit(134, "that another key than the root's signed") { forge in
            try forge.intermediate(signer: SimulatedKey(.p384))
        },
        unfit(135, "whose signature has a bit changed") { try $0.intermediate { $0.signatureDamage = 1 } },
        unfit(136, "that is signed with SHA-1") { try $0.intermediate { $0.digest = .sha1 } },
        unfit(137, "with CA FALSE") {
            try $0.intermediate { $0.replace(.basicConstraints(authority: false)) }
        },
        unfit(138, "without basicConstraints") { try $0.intermediate { $0.remove(OID.basicConstraints) } },
        unfit(139, "whose basicConstraints are not critical") {
            try $0.intermediate { $0.replace(.basicConstraints(authority: true, critical: false)) }
        },
        unfit(140, "without keyCertSign") { try $0.intermediate { $0.replace(.keyUsage([.cRLSign])) } },
        unfit(141, "without keyUsage") { try $0.intermediate { $0.remove(OID.keyUsage) } },
        unfit(142, "whose keyUsage is not critical") {
            try $0.intermediate { $0.replace(.keyUsage([.keyCertSign, .cRLSign], critical: false)) }
        },
        unfit(143, "without the marker 6.2.15") { try $0.intermediate { $0.remove(OID.intermediateMarker) } },
        unfit(144, "with another authority's marker, 6.2.14") {
            try $0.intermediate { $0.change(OID.intermediateMarker) { $0.oid = "1.2.840.113635.100.6.2.14" } }
        },
        // Its leaf, too, is then named after it.
        unfit(145, "of another common name", breaking: [.c04]) {
            try $0.intermediate { $0.rename("Apple Worldwide Developer Relations CA - G3") }
        },
        unfit(146, "without a subject key identifier", breaking: [.c04, .c05]) {
            try $0.intermediate { $0.remove(OID.subjectKey) }
        },
        unfit(147, "without an authority key identifier") {
            try $0.intermediate { $0.remove(OID.authorityKey) }
        },
        unfit(148, "whose authority key identifier is not the root's") {
            try $0.intermediate { $0.replace(.authorityKey([UInt8](repeating: 1, count: 20))) }
        },
        .refused(
            149, .chainOrder, .untrusted,
            "Two certificates that both bear the marker 6.39 are not exchanged: with the intermediate first they are refused.",
            breaking: [.c03, .c04, .c05, .c06, .c07, .c08, .c09, .c11]
        ) { forge in
            let marked = try forge.intermediate { $0.add(OID.leafMarker) }
            return marked.with(marked.certificates.reversed())
        },
        .refused(
            150, .c09, .wrongKind, "An intermediate with an unknown critical extension is refused."
        ) { try $0.intermediate { $0.add("1.2.3.4", critical: true) } },
        .refused(
            151, .c09, .wrongKind,
            "An intermediate with the marker 6.39, critical, is refused: it is excused on the leaf alone."
        ) { try $0.intermediate { $0.add(OID.leafMarker, critical: true) } },
    ]

    private static func unfit(
        _ number: Int, _ what: String, breaking broken: [Rule] = [.c04], _ forge: @escaping Forge
    ) -> ChainCase {
        .refused(number, .c04, .untrusted, "An intermediate \(what) is refused.", breaking: broken, forge)
    }

    private static let signature: [ChainCase] = [
        .accepted(105, .chainAccepted, "Another leaf under the same intermediate is accepted.") {
            try $0.leaf()
        },
        .accepted(106, .c05, "A leaf that is signed with ECDSA and SHA-384 is accepted.") {
            try $0.leaf { $0.digest = .sha384 }
        },

        .refused(152, .c05, .untrusted, "A leaf that another key than the intermediate's signed is refused.")
        {
            try $0.leaf(signer: SimulatedKey(.p256))
        },
        .refused(153, .c05, .untrusted, "A leaf whose signature has a bit changed is refused.") {
            try $0.leaf { $0.signatureDamage = 1 }
        },
        .refused(154, .c05, .untrusted, "A leaf that is signed with SHA-1 is refused.") {
            try $0.leaf { $0.digest = .sha1 }
        },
        .refused(155, .c05, .untrusted, "A leaf that is signed with SHA-512 is refused.") {
            try $0.leaf { $0.digest = .sha512 }
        },
        .refused(
            156, .c05, .untrusted,
            "A leaf whose authority key identifier is not the intermediate's is refused."
        ) { try $0.leaf { $0.replace(.authorityKey([UInt8](repeating: 1, count: 20))) } },
        .refused(
            157, .c05, .untrusted, "The intermediate in both places is refused.",
            breaking: [.c05, .c06, .c07, .c08, .c11]
        ) { $0.honest.with([$0.pki.intermediate, $0.pki.intermediate]) },
        .refused(
            158, .c04, .untrusted, "The root in the intermediate's place is refused.", breaking: [.c04, .c05]
        ) { $0.honest.with([$0.pki.leaf, $0.pki.root]) },
    ]

    private static let key: [ChainCase] = [
        unusable(159, "an RSA key") { try $0.leaf(.rsa(bits: 2048)) },
        unusable(160, "an Ed25519 key") { try $0.leaf(.ed25519) },
        unusable(161, "a key on P-384") { try $0.leaf(.p384) },
        unusable(162, "a key on secp256k1") { try $0.leaf(.curve("secp256k1")) },
        unusable(163, "a key whose curve is written out in numbers") {
            try $0.leaf(shape: .explicitParameters)
        },
        unusable(164, "a compressed point") { try $0.leaf(shape: .compressed) },
        unusable(165, "a hybrid point") { try $0.leaf(shape: .hybrid) },
        unusable(166, "a point that is off the curve") { try $0.leaf(shape: .offTheCurve) },
        unusable(167, "the point at infinity") { try $0.leaf(shape: .infinity) },
    ]

    private static func unusable(_ number: Int, _ what: String, _ forge: @escaping Forge) -> ChainCase {
        .refused(number, .c05, .key, "A leaf with \(what) is refused.", forge)
    }
}
