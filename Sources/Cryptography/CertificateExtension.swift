/// One extension of a certificate or a revocation list (RFC 5280, 4.1.2.9).
package struct CertificateExtension: Hashable, Sendable {
    package let identifier: ObjectIdentifier
    package let isCritical: Bool
    /// One element of strict DER in the arcs of RFC 5280, which OpenSSL reads too; elsewhere any bytes.
    package let value: [UInt8]

    /// Reads a list of extensions in its order. One that stands twice is twice in the list.
    static func list(reading extensions: DERReader) throws(DERError) -> [CertificateExtension] {
        var extensions = extensions
        var list: [CertificateExtension] = []
        // SIZE (1..MAX): an empty list is left out instead.
        repeat {
            list.append(try CertificateExtension(reading: extensions.open()))
        } while !extensions.isAtEnd
        return list
    }

    private init(reading element: DERReader) throws(DERError) {
        var element = element
        identifier = ObjectIdentifier(encoded: try element.contents(DERTag.objectIdentifier))
        let critical = try element.contentsIfNext(DERTag.boolean)
        // X.690, 11.5: a default, FALSE here, is not written.
        guard critical != [0x00] else { throw .value }
        isCritical = critical != nil
        value = try element.contents(DERTag.octetString)
        try element.finish()
        if identifier.isWithin(Self.certificateExtensions) || identifier.isWithin(Self.privateExtensions) {
            try StrictDER.validate(value)
        }
    }

    // id-ce and id-pe.
    private static let certificateExtensions = ObjectIdentifier(2, 5, 29)
    private static let privateExtensions = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 1)
}

extension ObjectIdentifier {
    package static let subjectKeyIdentifier = ObjectIdentifier(2, 5, 29, 14)
    package static let keyUsage = ObjectIdentifier(2, 5, 29, 15)
    package static let subjectAlternativeName = ObjectIdentifier(2, 5, 29, 17)
    package static let basicConstraints = ObjectIdentifier(2, 5, 29, 19)
    package static let nameConstraints = ObjectIdentifier(2, 5, 29, 30)
    package static let crlDistributionPoints = ObjectIdentifier(2, 5, 29, 31)
    package static let certificatePolicies = ObjectIdentifier(2, 5, 29, 32)
    package static let authorityKeyIdentifier = ObjectIdentifier(2, 5, 29, 35)
    package static let extendedKeyUsage = ObjectIdentifier(2, 5, 29, 37)
}

/// basicConstraints (RFC 5280, 4.2.1.9).
package struct BasicConstraints: Hashable, Sendable {
    package let isAuthority: Bool
    package let isCritical: Bool

    init(_ element: CertificateExtension) throws(DERError) {
        var reader = try DERReader(element.value)
        let authority = try reader.contentsIfNext(DERTag.boolean)
        guard authority != [0x00] else { throw .value }
        // The path length is OpenSSL's to judge; here it must only be a number, and none below zero.
        if let length = try reader.contentsIfNext(DERTag.integer), length[0] >= 0x80 { throw .value }
        try reader.finish()
        isAuthority = authority != nil
        isCritical = element.isCritical
    }
}

/// keyUsage (RFC 5280, 4.2.1.3).
package struct KeyUsage: Hashable, Sendable {
    package struct Bits: OptionSet, Hashable, Sendable {
        package let rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }

        package static let digitalSignature = Bits(rawValue: 1 << 0)
        package static let nonRepudiation = Bits(rawValue: 1 << 1)
        package static let keyEncipherment = Bits(rawValue: 1 << 2)
        package static let dataEncipherment = Bits(rawValue: 1 << 3)
        package static let keyAgreement = Bits(rawValue: 1 << 4)
        package static let keyCertSign = Bits(rawValue: 1 << 5)
        package static let cRLSign = Bits(rawValue: 1 << 6)
        package static let encipherOnly = Bits(rawValue: 1 << 7)
        package static let decipherOnly = Bits(rawValue: 1 << 8)
    }

    package let bits: Bits
    package let isCritical: Bool

    init(_ element: CertificateExtension) throws(DERError) {
        let all = try StrictDER.element(in: element.value, from: 0, before: element.value.count)
        guard all.tag == DERTag.bitString else { throw .unexpected }
        let contents = element.value[all.contents]
        // X.690, 11.2.2: a named bit list ends with a bit that is set. RFC 5280: at least one is; nine have names.
        guard let unused = contents.first, let last = contents.dropFirst().last, contents.count <= 3,
            last.trailingZeroBitCount == unused, contents.count < 3 || last == 0x80
        else { throw .value }
        var raw: UInt16 = 0
        for (index, byte) in contents.dropFirst().enumerated() {
            for bit in 0..<8 where byte & 0x80 >> UInt8(bit) != 0 { raw |= 1 << UInt16(index * 8 + bit) }
        }
        bits = Bits(rawValue: raw)
        isCritical = element.isCritical
    }
}
