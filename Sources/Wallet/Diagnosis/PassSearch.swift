/// Looks for the way in which a pass was sealed: the right one, or a combination of known mistakes.
struct PassSearch {
    struct Found {
        let payload: [UInt8]
        let kinds: [Deviation.Kind]
    }

    /// A private key that the pass may be encrypted to; what is wrong with it if it is.
    struct Recipient {
        let key: SimulatedKey
        let kind: Deviation.Kind?
    }

    private let sealed: [UInt8]
    private let envelopes: [Envelope]
    private let changes: [DerivationChange]
    private let right: Derivation
    private let associated: [[UInt8]]
    private let recipient: Recipient

    static let mostMistakes = 3
    /// With what a payload begins that was written in the documented order.
    private static let usualStart = Array("{\"primaryAccount".utf8)

    init(
        sealed: [UInt8], ephemeral: [UInt8], recipient: Recipient, merchants: [String]
    ) throws(WalletError) {
        self.sealed = sealed
        self.recipient = recipient
        let peer = try SimulatedKey(
            subjectPublicKeyInfo: SimulatedKey.subjectPublicKeyInfo(
                curve: "1.2.840.10045.3.1.7", point: ephemeral))
        let secret = try recipient.key.sharedSecret(with: peer)
        let recipientPoint = try recipient.key.point()
        right = Derivation(secret: secret, partyV: ephemeral)
        changes = try DerivationChange.known(
            .init(
                secret: secret, ephemeralPoint: ephemeral, recipientPoint: recipientPoint,
                merchants: merchants))
        envelopes = Envelope.known(sealed)
        let label = Derivation.label
        let info = right.algorithm + right.partyU + right.partyV
        associated = [
            Array("Apple".utf8), label, right.algorithm, info, ephemeral, recipientPoint,
            Array("ECC_V2".utf8), [0],
        ]
    }

    /// What opens the pass with exactly so many mistakes; nil where nothing does.
    func run(mistakes: Int) throws(WalletError) -> Found? {
        let room = mistakes - (recipient.kind == nil ? 0 : 1)
        guard room >= 0 else { return nil }
        for inKDF in 0...room {
            let envelopes = envelopes.filter { $0.kinds.count == room - inKDF }
            guard let found = try attempt(envelopes, inKDF, thorough: mistakes <= 1) else { continue }
            return Found(payload: found.payload, kinds: (recipient.kind.map { [$0] } ?? []) + found.kinds)
        }
        return nil
    }

    /// Every derivation with exactly `count` mistakes.
    private func attempt(
        _ envelopes: [Envelope], _ count: Int, thorough: Bool
    ) throws(WalletError) -> Found? {
        guard !envelopes.isEmpty || count < 2 else { return nil }
        return try combinations(count, from: 0, right, []) { derivation, kinds throws(WalletError) in
            let key = try derivation.key()
            for envelope in envelopes {
                if let opened = try envelope.opened(key: key, associated: associated, thorough: thorough) {
                    return Found(payload: opened.payload, kinds: kinds + opened.kinds)
                }
            }
            guard count < 2, sealed.count >= 32,
                let iv = try GCM.iv(of: sealed.prefix(16), start: PassSearch.usualStart, key: key)
            else { return nil }
            let envelope = Envelope(iv: iv, rest: sealed[...], tagFirst: false, kinds: [.ivOther])
            guard let opened = try envelope.opened(key: key, associated: associated, thorough: true) else {
                return nil
            }
            return Found(payload: opened.payload, kinds: kinds + opened.kinds)
        }
    }

    private func combinations(
        _ count: Int, from start: Int, _ derivation: Derivation, _ taken: [DerivationChange],
        _ look: (Derivation, [Deviation.Kind]) throws(WalletError) -> Found?
    ) throws(WalletError) -> Found? {
        if count == 0 { return try look(derivation, taken.map(\.kind)) }
        for index in changes.indices.dropFirst(start)
        where !taken.contains(where: { $0.axis == changes[index].axis }) {
            var changed = derivation
            changes[index].apply(&changed)
            if let found = try combinations(
                count - 1, from: index + 1, changed, taken + [changes[index]], look)
            {
                return found
            }
        }
        return nil
    }
}
