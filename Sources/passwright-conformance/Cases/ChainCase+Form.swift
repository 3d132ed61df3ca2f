import Wallet

private typealias OID = ExtensionIdentifier

// C01 and C02: how many certificates there are, in which order, and how they are written.
extension ChainCase {
    static let form: [ChainCase] = [
        .accepted(100, .chainOrder, "A chain with the intermediate first is put in order and accepted.") {
            $0.honest.with([$0.pki.intermediate, $0.pki.leaf])
        },
        .accepted(101, .chainRoot, "A chain that is followed by the pinned root is accepted.") {
            $0.honest.with($0.pki.certificates + [$0.pki.root])
        },
        .accepted(102, .c01, "A leaf of 8192 bytes, the most there may be, is accepted.") { forge in
            try forge.padded(to: 8192, place: 0) { try forge.leaf(twist: $0) }
        },
        .accepted(103, .c01, "An intermediate of 8192 bytes, the most there may be, is accepted.") { forge in
            try forge.padded(to: 8192, place: 1) { try forge.intermediate(twist: $0) }
        },
        .accepted(104, .c01, "A leaf whose DER is 16 elements deep, the most there may be, is accepted.") {
            try $0.leaf { $0.nest(to: 16) }
        },

        .refused(100, .c01, .count, "No certificate at all is refused.") { $0.honest.with([]) },
        .refused(101, .c01, .count, "The leaf alone is refused.") { $0.honest.with([$0.pki.leaf]) },
        .refused(102, .c01, .count, "The intermediate alone is refused.") {
            $0.honest.with([$0.pki.intermediate])
        },
        .refused(
            103, .chainRoot, .count, "A third certificate that is another root of the same name is refused.",
            breaking: [.c01]
        ) { forge in
            try forge.honest.with(forge.pki.certificates + [SimulatedPKI.make(now: forge.now).root])
        },
        .refused(
            104, .chainRoot, .count, "A third certificate that is the leaf again is refused.",
            breaking: [.c01]
        ) { $0.honest.with($0.pki.certificates + [$0.pki.leaf]) },
        .refused(
            105, .chainRoot, .count, "A third certificate that is the root with a byte more is refused.",
            breaking: [.c01]
        ) { $0.honest.with($0.pki.certificates + [$0.pki.root + [0]]) },
        .refused(
            106, .chainRoot, .count, "A whole chain under another root, which is sent along, is refused.",
            breaking: [.c01]
        ) { forge in
            let other = try SimulatedPKI.make(now: forge.now)
            return ForgedChain(certificates: other.certificates + [other.root], key: other.leafKey)
        },
        .refused(107, .c01, .count, "Four certificates, the root twice, are refused.") {
            $0.honest.with($0.pki.certificates + [$0.pki.root, $0.pki.root])
        },

        .refused(108, .c01, .malformed, "A leaf of 8193 bytes, one too many, is refused.") { forge in
            try forge.padded(to: 8193, place: 0) { try forge.leaf(twist: $0) }
        },
        .refused(109, .c01, .malformed, "An intermediate of 8193 bytes, one too many, is refused.") { forge in
            try forge.padded(to: 8193, place: 1) { try forge.intermediate(twist: $0) }
        },
        .refused(110, .c01, .malformed, "DER of 299 bytes in the leaf's place is refused.") {
            $0.honest.changing(0) { _ in small }
        },
        .refused(111, .c01, .malformed, "DER of 299 bytes in the intermediate's place is refused.") {
            $0.honest.changing(1) { _ in small }
        },
        .refused(112, .c01, .malformed, "A leaf with a byte after its end is refused.") {
            $0.honest.changing(0) { $0 + [0] }
        },
        .refused(113, .c01, .malformed, "An intermediate with a byte after its end is refused.") {
            $0.honest.changing(1) { $0 + [0] }
        },
        .refused(114, .c01, .malformed, "A leaf that lacks its last byte is refused.") {
            $0.honest.changing(0) { Array($0.dropLast()) }
        },
        .refused(115, .c01, .malformed, "A leaf whose length has a byte more than it needs is refused.") {
            $0.honest.changing(0, withLongLength)
        },
        .refused(
            116, .c01, .malformed, "An intermediate whose length has a byte more than it needs is refused."
        ) { $0.honest.changing(1, withLongLength) },
        .refused(117, .c01, .malformed, "A leaf of indefinite length is refused.") {
            $0.honest.changing(0, withIndefiniteLength)
        },
        .refused(118, .c01, .malformed, "An intermediate of indefinite length is refused.") {
            $0.honest.changing(1, withIndefiniteLength)
        },
        .refused(119, .c01, .malformed, "A leaf whose DER is 17 elements deep, one too many, is refused.") {
            try $0.leaf { $0.nest(to: 17) }
        },
        .refused(120, .c01, .malformed, "A leaf in PEM in place of DER is refused.") {
            $0.honest.changing(0) { Array(PEM.certificate($0).utf8) }
        },

        .refused(
            121, .c02, .malformed, "A leaf of version 1 is refused.", breaking: [.c02, .c05]
        ) { try $0.leaf { $0.version = nil } },
        .refused(
            122, .c02, .malformed, "A leaf of version 2 is refused.", breaking: [.c02, .c05]
        ) { try $0.leaf { $0.version = 2 } },
        .refused(
            123, .c02, .malformed, "An intermediate of version 1 is refused.", breaking: [.c02, .c04]
        ) { try $0.intermediate { $0.version = nil } },
        .refused(124, .c02, .malformed, "A leaf with an extension that stands twice is refused.") {
            try $0.leaf { $0.extensions.append(.policies) }
        },
        .refused(
            125, .c02, .malformed, "A leaf whose marker 6.39 stands twice is refused.",
            breaking: [.c02, .c08]
        ) { try $0.leaf { $0.extensions.append(.marker(OID.leafMarker, critical: true)) } },
        .refused(126, .c02, .malformed, "An intermediate with an extension that stands twice is refused.") {
            try $0.intermediate { $0.extensions.append(.authorityInformation) }
        },
        .refused(
            127, .c02, .malformed, "A leaf that names another signature algorithm inside is refused.",
            breaking: [.c02, .c05]
        ) { try $0.leaf { $0.innerAlgorithm = DER.sequence(DER.oid(ecdsaSHA384)) } },
        .refused(
            128, .c02, .malformed,
            "An intermediate that names another signature algorithm inside is refused.",
            breaking: [.c02, .c04]
        ) { try $0.intermediate { $0.innerAlgorithm = DER.sequence(DER.oid(ecdsaSHA384)) } },
    ]
}

private let ecdsaSHA384 = "1.2.840.10045.4.3.3"

/// One element of DER, 299 bytes.
private let small = DER.octets([UInt8](repeating: 0, count: 295))

/// The same certificate, its outermost length in three bytes in place of two.
private func withLongLength(_ der: [UInt8]) -> [UInt8] { [0x30, 0x83, 0x00] + der.dropFirst(2) }

/// The same certificate in BER: its outermost element ends where two zero bytes stand.
private func withIndefiniteLength(_ der: [UInt8]) -> [UInt8] { [0x30, 0x80] + der.dropFirst(4) + [0, 0] }
