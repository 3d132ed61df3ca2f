internal import COpenSSL

/// Bytes are no revocation list that can be used.
package enum RevocationListError: Error, Hashable, Sendable {
    /// Not strict DER, or not a CertificateList of RFC 5280, 5.1.
    case malformed(DERError)
    /// A kind that says less or more than a whole list of one authority: a delta, an indirect or partial list, a
    /// critical extension that is not known, version 1, no number, no next update, no ECDSA signature.
    case unsupported
    /// A PEM file with something else in it, or with nothing.
    case notPEM
    /// OpenSSL cannot read what is strict DER.
    case unreadable
}

/// A certificate revocation list (RFC 5280, 5), parsed strictly and not believed until `isIssued(by:)` says so.
package struct RevocationList: Sendable {
    /// The authority's name as DER.
    package let issuer: [UInt8]
    /// The first second of which it speaks.
    package let thisUpdate: UnixTime
    /// By when the authority promised the next one.
    package let nextUpdate: UnixTime
    private let serials: Set<[UInt8]>
    private let authorityKeyIdentifier: [UInt8]?
    private let parsed: ParsedRevocationList

    /// The lists in a file, which is one in DER, or one or more in PEM.
    package static func lists(file: [UInt8]) throws(RevocationListError) -> [RevocationList] {
        guard file.first != DERTag.sequence else { return [try RevocationList(der: file)] }
        guard let blocks = try? PEM.blocks(of: file, label: "X509 CRL"), !blocks.isEmpty else {
            throw .notPEM
        }
        var lists: [RevocationList] = []
        for block in blocks { lists.append(try RevocationList(der: block)) }
        return lists
    }

    /// Parses DER.
    package init(der: [UInt8]) throws(RevocationListError) {
        let parts: RevocationListParts
        do throws(DERError) {
            parts = try RevocationListParts(der)
            authorityKeyIdentifier = try parts.extensions
                .first { $0.identifier == .authorityKeyIdentifier }
                .flatMap(CertificateParts.authorityKeyIdentifier)
        } catch {
            throw .malformed(error)
        }
        guard let nextUpdate = parts.nextUpdate, parts.isSupported else { throw .unsupported }
        issuer = parts.issuer
        thisUpdate = parts.thisUpdate
        self.nextUpdate = nextUpdate
        serials = parts.serials
        parsed = try ParsedRevocationList(der)
    }

    /// Whether `authority`, which may sign such lists, issued this one.
    package func isIssued(by authority: Certificate) -> Bool {
        guard issuer == authority.subject, authority.keyUsage?.bits.contains(.cRLSign) == true,
            authorityKeyIdentifier == nil || authorityKeyIdentifier == authority.subjectKeyIdentifier,
            authority.key.uncompressedPoint != nil, let parent = try? ParsedCertificate(authority)
        else { return false }
        defer { ERR_clear_error() }
        return unsafe X509_CRL_verify(parsed.pointer, X509_get0_pubkey(parent.pointer)) == 1
    }

    /// Whether the certificate with this serial number, the contents of the INTEGER, is on the list.
    package func revokes(_ serial: [UInt8]) -> Bool { serials.contains(serial) }

    /// Whether the list speaks of `time`: both limits belong to it.
    package func isCurrent(at time: UnixTime) -> Bool { thisUpdate <= time && time <= nextUpdate }
}

/// OpenSSL's own object for a list, and its end. Parsed once and then only read, so threads may share it.
@safe
private final class ParsedRevocationList: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ der: [UInt8]) throws(RevocationListError) {
        let parsed = unsafe der.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            return unsafe d2i_X509_CRL(nil, &cursor, bytes.count)
        }
        guard let parsed = unsafe parsed else {
            ERR_clear_error()
            throw .unreadable
        }
        unsafe pointer = parsed
    }

    deinit { unsafe X509_CRL_free(pointer) }
}
