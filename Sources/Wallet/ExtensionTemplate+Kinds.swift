/// The identifiers that Apple's chain uses.
package enum ExtensionIdentifier {
    package static let basicConstraints = "2.5.29.19"
    package static let keyUsage = "2.5.29.15"
    package static let extendedKeyUsage = "2.5.29.37"
    package static let subjectKey = "2.5.29.14"
    package static let authorityKey = "2.5.29.35"
    package static let authorityInformation = "1.3.6.1.5.5.7.1.1"
    package static let policies = "2.5.29.32"
    package static let revocationLists = "2.5.29.31"
    /// The leaf's: a key to which cards are encrypted. Rule C08.
    package static let leafMarker = "1.2.840.113635.100.6.39"
    /// The intermediate's. Rule C04.
    package static let intermediateMarker = "1.2.840.113635.100.6.2.15"
}

/// The bits of keyUsage, numbered as in RFC 5280, 4.2.1.3.
package enum KeyUsageBit: Int, CaseIterable, Sendable {
    case digitalSignature, nonRepudiation, keyEncipherment, dataEncipherment, keyAgreement, keyCertSign
    case cRLSign, encipherOnly, decipherOnly
}

extension ExtensionTemplate {
    /// basicConstraints; `pathLength` is written where there is one.
    package static func basicConstraints(
        authority: Bool, pathLength: UInt8? = nil, critical: Bool = true
    ) -> ExtensionTemplate {
        let value = DER.sequence(
            authority ? DER.boolean(true) : [], pathLength.map { DER.integer($0) } ?? [])
        return ExtensionTemplate(oid: ExtensionIdentifier.basicConstraints, critical: critical, value: value)
    }

    /// keyUsage, as a BIT STRING without trailing zero bits.
    package static func keyUsage(_ bits: [KeyUsageBit], critical: Bool = true) -> ExtensionTemplate {
        var bytes: [UInt8] = [0, 0]
        for bit in bits { bytes[bit.rawValue / 8] |= 0x80 >> UInt8(bit.rawValue % 8) }
        while bytes.last == 0 { bytes.removeLast() }
        let unused = UInt8(bytes.last?.trailingZeroBitCount ?? 0)
        return ExtensionTemplate(
            oid: ExtensionIdentifier.keyUsage, critical: critical, value: DER.bits(bytes, unused: unused))
    }

    /// extendedKeyUsage with these purposes, in dotted form.
    package static func extendedKeyUsage(
        _ purposes: [String], critical: Bool = false
    ) -> ExtensionTemplate {
        let value = DER.element(0x30, Array(purposes.map(DER.oid).joined()))
        return ExtensionTemplate(oid: ExtensionIdentifier.extendedKeyUsage, critical: critical, value: value)
    }

    /// subjectKeyIdentifier.
    package static func subjectKey(_ identifier: [UInt8]) -> ExtensionTemplate {
        ExtensionTemplate(
            oid: ExtensionIdentifier.subjectKey, critical: false, value: DER.octets(identifier))
    }

    /// authorityKeyIdentifier with the key's identifier alone.
    package static func authorityKey(_ identifier: [UInt8]) -> ExtensionTemplate {
        ExtensionTemplate(
            oid: ExtensionIdentifier.authorityKey, critical: false,
            value: DER.sequence(DER.element(0x80, identifier)))
    }

    /// One of Apple's markers, its value NULL.
    package static func marker(_ oid: String, critical: Bool) -> ExtensionTemplate {
        ExtensionTemplate(oid: oid, critical: critical, value: DER.null())
    }
}
