/// A certificate before it is signed: every field can be what it should not be.
package struct CertificateTemplate: Sendable {
    /// 3 as it should be; nil leaves the field out, which is version 1.
    package var version: UInt8? = 3
    /// The magnitude, big endian.
    package var serial: [UInt8]
    package var issuer: DistinguishedName
    package var subject: DistinguishedName
    /// Seconds since 1970.
    package var notBefore: Int64
    package var notAfter: Int64
    /// The two times as DER elements, where their encoding is to be odd; nil writes them by RFC 5280.
    package var validity: [[UInt8]]?
    /// DER in place of the subject key's own; see `SimulatedKey.subjectPublicKeyInfo(_:)`.
    package var subjectPublicKeyInfo: [UInt8]?
    /// In this order; one that stands twice is written twice.
    package var extensions: [ExtensionTemplate]
    /// The digest that is signed with.
    package var digest: Digest
    /// AlgorithmIdentifier inside what is signed, where it is to differ from the one outside.
    package var innerAlgorithm: [UInt8]?
    /// AlgorithmIdentifier outside, where it is to differ from what signed.
    package var outerAlgorithm: [UInt8]?
    /// Bits to change in the last byte of the signature.
    package var signatureDamage: UInt8 = 0
    /// Bytes after the extensions, inside what is signed.
    package var trailing: [UInt8] = []

    package init(
        serial: [UInt8], issuer: DistinguishedName, subject: DistinguishedName, notBefore: Int64,
        notAfter: Int64, extensions: [ExtensionTemplate], digest: Digest
    ) {
        self.serial = serial
        self.issuer = issuer
        self.subject = subject
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.extensions = extensions
        self.digest = digest
    }

    /// Puts `replacement` where the extension with its identifier stands; adds it where there is none.
    package mutating func replace(_ replacement: ExtensionTemplate) {
        if let index = extensions.firstIndex(where: { $0.oid == replacement.oid }) {
            extensions[index] = replacement
        } else {
            extensions.append(replacement)
        }
    }

    /// Takes every extension with this identifier away.
    package mutating func remove(_ oid: String) { extensions.removeAll { $0.oid == oid } }

    /// Changes the extension with this identifier in place; where there is none, nothing happens.
    package mutating func change(_ oid: String, _ body: (inout ExtensionTemplate) -> Void) {
        for index in extensions.indices where extensions[index].oid == oid { body(&extensions[index]) }
    }
}

/// One extension: its identifier in dotted form, whether it is critical, its value as DER.
package struct ExtensionTemplate: Sendable {
    package var oid: String
    package var critical: Bool
    package var value: [UInt8]

    package init(oid: String, critical: Bool, value: [UInt8]) {
        self.oid = oid
        self.critical = critical
        self.value = value
    }

    /// DEFAULT FALSE is not written, as DER asks.
    var der: [UInt8] {
        DER.sequence(DER.oid(oid), critical ? DER.boolean(true) : [], DER.octets(value))
    }
}

/// A name: its attributes in order, one in each set.
package struct DistinguishedName: Sendable {
    /// One attribute; `printable` writes PrintableString in place of UTF8String.
    package struct Attribute: Sendable {
        package var oid: String
        package var text: String
        package var printable: Bool
        /// The value as DER, where it is to be no text at all.
        package var encoded: [UInt8]?

        package init(_ oid: String, _ text: String, printable: Bool = false) {
            self.oid = oid
            self.text = text
            self.printable = printable
        }

        package init(_ oid: String, der: [UInt8]) {
            self.init(oid, "")
            encoded = der
        }

        var der: [UInt8] {
            let value = encoded ?? (printable ? DER.printable(text) : DER.utf8(text))
            return DER.set(DER.sequence(DER.oid(oid), value))
        }
    }

    package var attributes: [Attribute]

    package init(attributes: [Attribute]) { self.attributes = attributes }

    /// CN, OU, O, C in Apple's order and string types.
    package init(commonName: String, unit: String, organisation: String, country: String = "US") {
        attributes = [
            Attribute("2.5.4.3", commonName), Attribute("2.5.4.11", unit),
            Attribute("2.5.4.10", organisation), Attribute("2.5.4.6", country, printable: true),
        ]
    }

    var der: [UInt8] {
        DER.element(0x30, Array(attributes.map(\.der).joined()))
    }
}
