/// The fields of a revocation list while it is parsed, in the order of RFC 5280, 5.1.
struct RevocationListParts {
    let issuer: [UInt8]
    let thisUpdate: UnixTime
    let nextUpdate: UnixTime?
    let serials: Set<[UInt8]>
    let extensions: [CertificateExtension]
    /// Whether the list is a whole one, of one authority for its own certificates, with no surprise in it.
    let isSupported: Bool

    /// Reads DER, strict or refused.
    init(_ der: [UInt8]) throws(DERError) {
        var list = try DERReader(der)
        var signed = try list.open()
        let outer = Array(der[try list.next(DERTag.sequence).whole])
        _ = try list.wholeBytes()
        try list.finish()

        // Version 2 is written as 1; without it there are no extensions.
        let version = try signed.contentsIfNext(DERTag.integer)
        let inner = Array(der[try signed.next(DERTag.sequence).whole])
        issuer = Array(der[try signed.next(DERTag.sequence).whole])
        thisUpdate = try CertificateParts.time(&signed)
        let hasNext = signed.nextTag == DERTag.utcTime || signed.nextTag == DERTag.generalizedTime
        nextUpdate = hasNext ? try CertificateParts.time(&signed) : nil
        var entries = Entries()
        if signed.nextTag == DERTag.sequence { try entries.read(signed.open()) }
        serials = entries.serials
        if signed.nextTag == DERTag.context(0, constructed: true) {
            var tagged = try signed.open(DERTag.context(0, constructed: true))
            extensions = try CertificateExtension.list(reading: tagged.open())
            try tagged.finish()
        } else {
            extensions = []
        }
        try signed.finish()

        // cRLNumber is required and not critical (5.2.3). A delta (5.2.4) or a partial or indirect list (5.2.5)
        // says so in a critical extension.
        isSupported =
            version == [1] && inner == outer && CertificateParts.algorithm(outer) != .other
            && !entries.hasCriticalExtension && extensions.allSatisfy { !$0.isCritical }
            && extensions.filter { $0.identifier == ObjectIdentifier(2, 5, 29, 20) }.count == 1
            && Set(extensions.map(\.identifier)).count == extensions.count
    }

    /// The revoked certificates.
    private struct Entries {
        var serials: Set<[UInt8]> = []
        /// Such as certificateIssuer (5.3.3), which makes the serial number another authority's.
        var hasCriticalExtension = false

        mutating func read(_ list: DERReader) throws(DERError) {
            var list = list
            repeat {
                var entry = try list.open()
                serials.insert(try entry.contents(DERTag.integer))
                _ = try CertificateParts.time(&entry)
                if !entry.isAtEnd {
                    let extensions = try CertificateExtension.list(reading: entry.open())
                    if extensions.contains(where: \.isCritical) { hasCriticalExtension = true }
                }
                try entry.finish()
            } while !list.isAtEnd
        }
    }
}
