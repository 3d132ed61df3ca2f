/// What kind of public key a certificate has, by its syntax alone: no key was built, so that a stranger's huge
/// RSA key costs nothing, and the point may lie anywhere.
package enum SubjectKey: Hashable, Sendable {
    case ellipticCurve(NamedCurve, point: [UInt8])
    /// A curve that is written out in numbers (CVE-2020-0601 was one).
    case explicitParameters
    /// RSA, DSA, Ed25519 and the rest.
    case other

    package enum NamedCurve: Hashable, Sendable {
        case prime256v1, secp384r1, other
    }

    /// The point of a key on a named curve that we verify with, in its uncompressed form: 65 or 97 bytes.
    package var uncompressedPoint: [UInt8]? {
        guard case .ellipticCurve(let curve, let point) = self, point.first == 0x04 else { return nil }
        switch curve {
        case .prime256v1: return point.count == 65 ? point : nil
        case .secp384r1: return point.count == 97 ? point : nil
        case .other: return nil
        }
    }

    /// Reads a SubjectPublicKeyInfo (RFC 5280, 4.1.2.7; RFC 5480, 2).
    init(reading info: DERReader) throws(DERError) {
        var info = info
        var algorithm = try info.open()
        let identifier = ObjectIdentifier(encoded: try algorithm.contents(DERTag.objectIdentifier))
        let bits = try info.next(DERTag.bitString)
        try info.finish()
        guard identifier == Self.ecPublicKey else {
            self = .other
            return
        }
        guard let curve = try algorithm.contentsIfNext(DERTag.objectIdentifier) else {
            self = .explicitParameters
            return
        }
        try algorithm.finish()
        let contents = info.bytes[bits.contents]
        guard contents.first == 0 else { throw .value }
        self = .ellipticCurve(
            Self.curve(ObjectIdentifier(encoded: curve)), point: Array(contents.dropFirst()))
    }

    private static func curve(_ identifier: ObjectIdentifier) -> NamedCurve {
        switch identifier {
        case prime256v1: .prime256v1
        case secp384r1: .secp384r1
        default: .other
        }
    }

    private static let prime256v1 = ObjectIdentifier(1, 2, 840, 10045, 3, 1, 7)
    private static let secp384r1 = ObjectIdentifier(1, 3, 132, 0, 34)
    private static let ecPublicKey = ObjectIdentifier(1, 2, 840, 10045, 2, 1)
}
