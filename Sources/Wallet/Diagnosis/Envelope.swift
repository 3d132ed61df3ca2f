/// Where in the encrypted pass data the IV, the ciphertext and the tag are.
struct Envelope {
    let iv: [UInt8]
    /// Ciphertext and tag.
    let rest: ArraySlice<UInt8>
    let tagFirst: Bool
    let kinds: [Deviation.Kind]

    /// The right one first.
    static func known(_ sealed: [UInt8]) -> [Envelope] {
        let zero = [UInt8](repeating: 0, count: 16)
        var found: [Envelope] = []
        for tagFirst in [false, true] {
            func add(_ iv: some Collection<UInt8>, _ rest: ArraySlice<UInt8>, _ kind: Deviation.Kind?) {
                guard !tagFirst || rest.count > 16 else { return }
                found.append(
                    Envelope(
                        iv: Array(iv), rest: rest, tagFirst: tagFirst,
                        kinds: (kind.map { [$0] } ?? []) + (tagFirst ? [.tagFirst] : [])))
            }
            add(zero.prefix(12), sealed[...], nil)
            add(zero, sealed[...], .iv16)
            add(zero.prefix(11) + [1], sealed[...], .ivOther)
            for count in [12, 16] where sealed.count > count + 16 {
                add(sealed.prefix(count), sealed.dropFirst(count), .ivSent)
                add(sealed.suffix(count), sealed.dropLast(count), .ivSent)
            }
        }
        return found.sorted { $0.kinds.count < $1.kinds.count }
    }

    /// The ciphertext with whatever of a tag stands after it.
    var body: ArraySlice<UInt8> { tagFirst ? rest.dropFirst(16) : rest }

    /// What is inside under `key`, and what is wrong with the tag; nil where the key or this reading is wrong.
    /// `associated` are the texts that servers authenticate beside. Without `thorough` only what begins like text
    /// is looked at any closer.
    func opened(
        key: [UInt8], associated: [[UInt8]], thorough: Bool
    ) throws(WalletError) -> (payload: [UInt8], kinds: [Deviation.Kind])? {
        let start = try GCM.open(body.prefix(16), key: key, iv: iv).clear
        let promising = looksLikeText(start, spared: 2)
        guard promising || thorough else { return nil }
        for (length, kind) in [
            (16, nil), (15, .tagShort), (14, .tagShort), (13, .tagShort), (12, .tagShort), (8, .tagShort),
            (4, .tagShort),
        ]
            as [(Int, Deviation.Kind?)]
        where length == 16 || promising && !tagFirst {
            guard let (ciphertext, tag) = split(length) else { continue }
            for (index, aad) in ([[]] + (promising ? associated : [])).enumerated() {
                let (clear, agrees) = try GCM.open(ciphertext, key: key, iv: iv, tag: tag, aad: aad)
                guard agrees else { continue }
                return (clear, kinds + (kind.map { [$0] } ?? []) + (index > 0 ? [.aad] : []))
            }
        }
        return try promising ? withoutTag(key) : nil
    }

    private func split(_ length: Int) -> (ArraySlice<UInt8>, [UInt8])? {
        guard rest.count >= length else { return nil }
        return tagFirst
            ? (rest.dropFirst(length), Array(rest.prefix(length)))
            : (rest.dropLast(length), Array(rest.suffix(length)))
    }

    /// No tag agrees; the text itself says whether it has been opened, and where it ends.
    private func withoutTag(_ key: [UInt8]) throws(WalletError) -> ([UInt8], [Deviation.Kind])? {
        let clear = try GCM.open(body, key: key, iv: iv).clear
        let shorter = Array(clear.dropLast(16))
        // Sixteen bytes of noise are hardly ever UTF-8.
        let whole = isUTF8(clear) || !isUTF8(shorter)
        if whole, clear.count >= 40, looksLikeText(clear, spared: 0) { return (clear, kinds + [.tagMissing]) }
        guard !tagFirst, shorter.count >= 40, looksLikeText(shorter, spared: 0) else { return nil }
        return (shorter, kinds + [.tagWrong])
    }
}

private func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

/// Whether most of `bytes` are printable ASCII and none are control characters; UTF-16 counts as text too. A block of
/// noise passes about once in ten thousand times, so what is longer decides.
func looksLikeText(_ bytes: [UInt8], spared: Int) -> Bool {
    guard bytes.count >= 16 else { return false }
    let zeros = bytes.count(where: { $0 == 0 })
    let wide = zeros * 5 > bytes.count * 2 && zeros * 5 < bytes.count * 3
    let text = wide ? bytes.filter { $0 != 0 } : bytes
    let odd = text.count { $0 < 0x20 && ![0x09, 0x0a, 0x0d].contains($0) || $0 == 0x7f }
    let ascii = text.count { $0 >= 0x20 && $0 < 0x7f || [0x09, 0x0a, 0x0d].contains($0) }
    return odd <= spared && ascii * 100 >= text.count * 80
}
