import Wallet

// SEC 1, 4.1.4; X.690, 8.3 and 10.1.
extension NonceCase {
    static let all = accepted + lengths + signatures + numbers + encodings

    private static let accepted: [NonceCase] = [
        accepted(120, .nonceEncoding, "A signature of 64 bytes, r and s, is accepted.") { key in
            try signed(fresh(), key.signRaw)
        },
        accepted(121, .nonceEncoding, "A signature in DER is accepted.") { key in
            try signed(fresh()) { try key.sign($0, .sha256) }
        },
        accepted(122, .nonceEncoding, "A signature of 64 bytes whose r begins with zeros is accepted.") {
            key in try seek(key.signRaw) { $0[0] == 0 }
        },
        accepted(123, .nonceEncoding, "A signature in DER whose r is short is accepted.") { key in
            try seek {
                try key.sign($0, .sha256)
            } where: {
                $0[3] < 32
            }
        },
        accepted(124, .nonceSignature, "A signature whose s is in the upper half is accepted.") { key in
            try seek(key.signRaw) { $0[32] >= 0x80 }
        },
        accepted(125, .nonceSignature, "A signature whose s is in the lower half is accepted.") { key in
            try seek(key.signRaw) { $0[32] < 0x7f }
        },
        // There are 256 of them, and each works once: an unknown card leaves it unused.
        accepted(
            126, .nonceLength,
            "A nonce of 1 byte, the least there may be, is accepted: what is missing is the card.",
            forUnknownCard: true
        ) { key in try signed(fresh(1), key.signRaw) },
        accepted(127, .nonceLength, "A nonce of 32 bytes, the most there may be, is accepted.") { key in
            try signed(fresh(32), key.signRaw)
        },
    ]

    private static let lengths: [NonceCase] = [
        field(201, "A nonce of no bytes is refused.") { key in try signed([], key.signRaw) },
        field(202, "A nonce of 33 bytes, one too many, is refused.") { key in
            try signed(fresh(33), key.signRaw)
        },
        field(203, "A signature of no bytes is refused.") { _ in try signed(fresh()) { _ in [] } },
        field(204, "A signature of 257 bytes, one too many, is refused.") { _ in
            try signed(fresh()) { _ in try randomBytes(257) }
        },
        refused(
            205, .nonceLength,
            "A signature of 256 bytes, the most there may be, is looked at and does not hold."
        ) { _ in try signed(fresh()) { _ in try randomBytes(256) } },
    ]

    private static let signatures: [NonceCase] = [
        refused(206, .nonceSignature, "A signature over another nonce is refused.") { key in
            try signed(fresh()) { _ in try key.signRaw(fresh()) }
        },
        refused(207, .nonceSignature, "A signature with a bit changed is refused.") { key in
            try signed(fresh()) { nonce in
                var signature = try key.signRaw(nonce)
                signature[63] ^= 1
                return signature
            }
        },
        refused(208, .nonceSignature, "A signature by another key than the leaf's is refused.") { _ in
            try signed(fresh(), SimulatedKey(.p256).signRaw)
        },
        refused(209, .nonceSignature, "A signature over the nonce's hexadecimal text is refused.") { key in
            try signed(fresh()) { try key.signRaw(Array($0.hexadecimal.utf8)) }
        },
        refused(210, .nonceSignature, "A signature over the nonce's base64 is refused.") { key in
            try signed(fresh()) { try key.signRaw(Array(Base64.encode($0).utf8)) }
        },
        refused(211, .nonceSignature, "A signature over the nonce's SHA-384 digest is refused.") { key in
            try signed(fresh()) { try ECDSASignature(der: key.sign($0, .sha384)).raw }
        },
    ]

    /// Numbers with which a verifier that forgets to look at them can be made to say yes: SEC 1, 4.1.4.
    private static let numbers: [NonceCase] = [
        number(212, "r and s are zero") { _, _ in (zero, zero) },
        number(213, "r is zero") { _, s in (zero, s) },
        number(214, "s is zero") { r, _ in (r, zero) },
        number(215, "r is the order of the curve") { _, s in (ECDSASignature.order, s) },
        number(216, "s is the order of the curve") { r, _ in (r, ECDSASignature.order) },
    ]

    private static let encodings: [NonceCase] = [
        der(217, "with a byte after its end") { r, s in
            DER.sequence(DER.integer(r), DER.integer(s)) + [0]
        },
        der(218, "with a byte after its numbers") { r, s in
            DER.sequence(DER.integer(r), DER.integer(s), [0])
        },
        der(219, "whose r has a zero that it does not need") { r, s in
            DER.sequence(DER.element(0x02, [0] + minimal(r)), DER.integer(s))
        },
        // Read as it stands the number would be below zero.
        der(220, "whose r lacks the zero that it needs", where: { $0[0] >= 0x80 }) { r, s in
            DER.sequence(DER.element(0x02, r), DER.integer(s))
        },
        der(221, "whose length has a byte more than it needs") { r, s in
            let numbers = DER.integer(r) + DER.integer(s)
            return [0x30, 0x81, UInt8(numbers.count)] + numbers
        },
        der(222, "of indefinite length") { r, s in
            [0x30, 0x80] + DER.integer(r) + DER.integer(s) + [0, 0]
        },
        refused(223, .nonceEncoding, "A signature of 64 bytes that lacks its last is refused.") { key in
            try signed(fresh()) { Array(try key.signRaw($0).dropLast()) }
        },
        refused(224, .nonceEncoding, "A signature of 64 bytes with one more at its end is refused.") { key in
            try signed(fresh()) { try key.signRaw($0) + [0] }
        },
    ]

    private static func field(_ number: Int, _ title: String, _ forge: @escaping Forge) -> NonceCase {
        refused(number, .nonceLength, title, reason: "invalid_field", forge)
    }

    private static func number(
        _ number: Int, _ what: String, _ change: @escaping @Sendable ([UInt8], [UInt8]) -> ([UInt8], [UInt8])
    ) -> NonceCase {
        refused(number, .nonceSignature, "A signature in which \(what) is refused.") { key in
            try signed(fresh()) { nonce in
                let raw = try key.signRaw(nonce)
                let (r, s) = change(Array(raw.prefix(32)), Array(raw.suffix(32)))
                return r + s
            }
        }
    }

    /// What `write` makes of r and s, where they fit.
    private static func der(
        _ number: Int, _ what: String, where fits: @escaping @Sendable (_ r: [UInt8]) -> Bool = { _ in true },
        _ write: @escaping @Sendable (_ r: [UInt8], _ s: [UInt8]) -> [UInt8]
    ) -> NonceCase {
        refused(number, .nonceEncoding, "A signature in DER \(what) is refused.") { key in
            let good = try seek(key.signRaw) { fits(Array($0.prefix(32))) }
            let (r, s) = (Array(good.signature.prefix(32)), Array(good.signature.suffix(32)))
            return Pair(nonce: good.nonce, signature: write(r, s))
        }
    }
}

private let zero = [UInt8](repeating: 0, count: 32)

private func fresh(_ count: Int = 4) throws -> [UInt8] { try randomBytes(count) }

private func signed(_ nonce: [UInt8], _ sign: ([UInt8]) throws -> [UInt8]) throws -> NonceCase.Pair {
    NonceCase.Pair(nonce: nonce, signature: try sign(nonce))
}

/// A fresh nonce whose signature fits: at worst one of some hundreds does.
private func seek(
    _ sign: ([UInt8]) throws -> [UInt8], where fits: ([UInt8]) -> Bool
) throws -> NonceCase.Pair {
    while true {
        let pair = try signed(fresh(), sign)
        if fits(pair.signature) { return pair }
    }
}

/// The content of a number's INTEGER.
private func minimal(_ number: [UInt8]) -> [UInt8] { Array(DER.integer(number).dropFirst(2)) }
