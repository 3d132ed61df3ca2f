import Wallet

/// The three members, and how the pass is sealed.
enum ECCV2Cases {
    static let all: [Case] = seals.map(\.item) + freshness

    private static let seals: [PassCase] = [
        PassCase(
            id: "PROV-P-019", group: .contract, rule: .members,
            title: "The answer is one flat JSON object of the three members, each a text."
        ) { $0.kind.part == .body },
        PassCase(
            id: "PROV-P-020", group: .contract, rule: .base64,
            title: "Each member is padded, canonical base64 of the bytes themselves."
        ) { $0.kind.part == .encoding },
        PassCase(
            id: "PROV-P-021", group: .payload, rule: .opens,
            title: "The pass opens with the leaf's private key."
        ) { $0.kind == .nothingOpens },
        PassCase(
            id: "PROV-P-022", group: .payload, rule: .recipient,
            title: "The pass is encrypted to the leaf's key and to no other.", needsOpening: true
        ) { $0.kind == .toIntermediate },
        PassCase(
            id: "PROV-P-023", group: .payload, rule: .point,
            title: "The ephemeral key is an uncompressed point on P-256 of 65 bytes."
        ) { $0.kind.part == .ephemeralKey && $0.kind != .pointReused && $0.kind != .pointIsRecipient },
        PassCase(
            id: "PROV-P-024", group: .payload, rule: .kdf,
            title: "The content key is derived by the concatenation KDF.", needsOpening: true
        ) { $0.kind.part == .kdf && !isPartyV($0) },
        PassCase(
            id: "PROV-P-025", group: .payload, rule: .partyV,
            title: "The KDF's PartyV is the ephemeral point.",
            needsOpening: true, isAbout: isPartyV),
        PassCase(
            id: "PROV-P-026", group: .payload, rule: .iv, title: "The IV is 12 zero bytes, and is not sent.",
            needsOpening: true
        ) { [.iv16, .ivSent, .ivOther].contains($0.kind) },
        PassCase(
            id: "PROV-P-027", group: .payload, rule: .tag, title: "The tag of 16 bytes ends the pass data.",
            needsOpening: true
        ) { [.tagMissing, .tagFirst, .tagShort, .tagWrong].contains($0.kind) },
        PassCase(
            id: "PROV-P-028", group: .payload, rule: .cipher,
            title: "The cipher is AES-256-GCM without further data.",
            needsOpening: true
        ) { [.aes128, .aad].contains($0.kind) },
    ]

    private static func isPartyV(_ deviation: Deviation) -> Bool {
        deviation.kind.id.hasPrefix("kdf.party_v")
    }

    private static let freshness: [Case] = [
        Case("PROV-P-029", .payload, .freshKey, "Two passes one after the other have two ephemeral keys.") {
            (trial) throws(Stop) in
            let first = try trial.pass(trial.order())
            try requireFresh(trial, trial.pass(trial.again(first.order), after: [first]))
        },
        Case("PROV-P-030", .payload, .freshKey, "Passes for two cards have two ephemeral keys.") {
            (trial) throws(Stop) in
            let first = try trial.pass(trial.order())
            var order = try trial.again(first.order)
            order.card = try trial.otherActiveCard(than: order.card)
            order.network = nil
            try requireFresh(trial, trial.pass(order, after: [first]))
        },
    ]

    private static func requireFresh(_ trial: Trial, _ second: Delivery) throws(Stop) {
        try trial.judge(second, Rule.freshKey.sentence) {
            $0.kind == .pointReused || $0.kind == .pointIsRecipient
        }
    }
}
