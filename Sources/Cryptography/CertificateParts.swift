/// The fields of a certificate while it is parsed, in the order of RFC 5280, 4.1.
struct CertificateParts {
    let version: Int
    let serial: [UInt8]
    let algorithm: Certificate.SignatureAlgorithm
    let algorithmsAgree: Bool
    let issuer: [UInt8]
    let notBefore: UnixTime
    let notAfter: UnixTime
    let subject: [UInt8]
    let commonNames: [[UInt8]]
    let key: SubjectKey
    let extensions: [CertificateExtension]

    /// Reads what `StrictDER.validate` took.
    init(_ der: [UInt8]) throws(DERError) {
        var certificate = try DERReader(validated: der)
        var signed = try certificate.open()
        let outer = Array(der[try certificate.next(DERTag.sequence).whole])
        _ = try certificate.wholeBytes()
        try certificate.finish()

        version = try Self.version(&signed)
        serial = try signed.contents(DERTag.integer)
        let inner = Array(der[try signed.next(DERTag.sequence).whole])
        algorithm = Self.algorithm(outer)
        algorithmsAgree = inner == outer
        issuer = Array(der[try signed.next(DERTag.sequence).whole])
        var validity = try signed.open()
        notBefore = try Self.time(&validity)
        notAfter = try Self.time(&validity)
        try validity.finish()
        var afterSubject = signed
        subject = Array(der[try afterSubject.next(DERTag.sequence).whole])
        commonNames = try Self.commonNames(signed.open())
        key = try SubjectKey(reading: signed.open())
        // Unique identifiers went out with version 2; nothing that we accept has them.
        if signed.nextTag == DERTag.context(3, constructed: true) {
            var tagged = try signed.open(DERTag.context(3, constructed: true))
            extensions = try CertificateExtension.list(reading: tagged.open())
            try tagged.finish()
        } else {
            extensions = []
        }
        try signed.finish()
    }

    /// The first extension with this identifier.
    func value(_ identifier: ObjectIdentifier) -> CertificateExtension? {
        extensions.first { $0.identifier == identifier }
    }

    // DEFAULT v1, which is then not written (X.690, 11.5).
    private static func version(_ signed: inout DERReader) throws(DERError) -> Int {
        guard signed.nextTag == DERTag.context(0, constructed: true) else { return 1 }
        var tagged = try signed.open(DERTag.context(0, constructed: true))
        let number = try tagged.contents(DERTag.integer)
        try tagged.finish()
        guard number == [1] || number == [2] else { throw .value }
        return Int(number[0]) + 1
    }

    // RFC 5758, 3.2: no parameters at all.
    static func algorithm(_ element: [UInt8]) -> Certificate.SignatureAlgorithm {
        switch element {
        case ecdsaSHA256: .ecdsaSHA256
        case ecdsaSHA384: .ecdsaSHA384
        default: .other
        }
    }

    private static let ecdsaSHA256: [UInt8] = [
        0x30, 0x0a, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02,
    ]
    private static let ecdsaSHA384: [UInt8] = [
        0x30, 0x0a, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x03,
    ]

    static func time(_ fields: inout DERReader) throws(DERError) -> UnixTime {
        let element = try fields.next()
        return try UnixTime(tag: element.tag, contents: Array(fields.bytes[element.contents]))
    }

    // A Name is a SEQUENCE of SETs of attributes. A common name in a string type that nobody sends is not read.
    private static func commonNames(_ name: DERReader) throws(DERError) -> [[UInt8]] {
        var name = name
        var found: [[UInt8]] = []
        while !name.isAtEnd {
            var set = try name.open(DERTag.set)
            repeat {
                var attribute = try set.open()
                let type = try attribute.contents(DERTag.objectIdentifier)
                let value = try attribute.next()
                try attribute.finish()
                guard type == [0x55, 0x04, 0x03] else { continue }
                let isReadable = value.tag == DERTag.utf8String || value.tag == DERTag.printableString
                guard isReadable else { throw .unexpected }
                found.append(Array(attribute.bytes[value.contents]))
            } while !set.isAtEnd
        }
        return found
    }

    /// extendedKeyUsage (RFC 5280, 4.2.1.12).
    static func purposes(_ element: CertificateExtension) throws(DERError) -> [ObjectIdentifier] {
        var reader = try DERReader(element.value)
        var purposes: [ObjectIdentifier] = []
        repeat {
            purposes.append(ObjectIdentifier(encoded: try reader.contents(DERTag.objectIdentifier)))
        } while !reader.isAtEnd
        return purposes
    }

    /// subjectKeyIdentifier (4.2.1.2).
    static func subjectKeyIdentifier(_ element: CertificateExtension) throws(DERError) -> [UInt8] {
        let all = try StrictDER.element(in: element.value, from: 0, before: element.value.count)
        guard all.tag == DERTag.octetString else { throw .unexpected }
        return Array(element.value[all.contents])
    }

    /// The key's identifier in an authorityKeyIdentifier (4.2.1.1); null where it names the key otherwise.
    static func authorityKeyIdentifier(_ element: CertificateExtension) throws(DERError) -> [UInt8]? {
        var reader = try DERReader(element.value)
        return try reader.contentsIfNext(DERTag.context(0, constructed: false))
    }
}
