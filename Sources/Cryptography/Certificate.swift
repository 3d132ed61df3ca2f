/// A certificate is not what it should be, in its syntax.
package enum CertificateError: Error, Hashable, Sendable {
    /// Not one element of strict DER.
    case notDER(DERError)
    /// Strict DER, but not a Certificate of RFC 5280, 4.1.
    case notACertificate(DERError)
    /// An extension that we read has another value than its type says.
    case extensionMalformed(DERError)
    /// Not a PEM file with certificates in it and nothing else.
    case notPEM
    /// OpenSSL did not give a digest.
    case digest
}

/// An X.509 certificate (RFC 5280), parsed once and not believed.
///
/// All of it was read by the strict parser here; OpenSSL has seen none of it, and no key was built. Nothing is
/// secret in a certificate, but it is never written anywhere either: the type has no description.
package struct Certificate: Sendable {
    /// As received.
    package let der: [UInt8]
    /// Of `der`, 32 bytes.
    package let sha256: [UInt8]

    /// 1, 2 or 3.
    package let version: Int
    /// The contents of the INTEGER.
    package let serial: [UInt8]
    package let signatureAlgorithm: SignatureAlgorithm
    /// Whether the algorithm inside what is signed is the same, byte for byte, as the one outside.
    package let signatureAlgorithmsAgree: Bool
    /// Names as DER.
    package let issuer: [UInt8]
    package let subject: [UInt8]
    /// The bytes of the subject's common names, UTF8String or PrintableString, in order.
    package let commonNames: [[UInt8]]
    /// The first and the last second in which it is valid.
    package let notBefore: UnixTime
    package let notAfter: UnixTime
    package let key: SubjectKey
    /// In order, a repeated one repeated.
    package let extensions: [CertificateExtension]

    // What extensions say; of a repeated one the first, and C02 refuses the certificate.
    package let basicConstraints: BasicConstraints?
    package let keyUsage: KeyUsage?
    /// Null where there is no such extension.
    package let extendedKeyUsage: [ObjectIdentifier]?
    package let subjectKeyIdentifier: [UInt8]?
    package let authorityKeyIdentifier: [UInt8]?

    /// What a certificate was signed with.
    package enum SignatureAlgorithm: Hashable, Sendable {
        case ecdsaSHA256, ecdsaSHA384, other
    }

    /// Parses DER.
    package init(der: [UInt8]) throws(CertificateError) {
        do throws(DERError) {
            try StrictDER.validate(der)
        } catch {
            throw .notDER(error)
        }
        let parts: CertificateParts
        do throws(DERError) {
            parts = try CertificateParts(der)
        } catch {
            throw .notACertificate(error)
        }
        do throws(DERError) {
            basicConstraints = try parts.value(.basicConstraints).map(BasicConstraints.init)
            keyUsage = try parts.value(.keyUsage).map(KeyUsage.init)
            extendedKeyUsage = try parts.value(.extendedKeyUsage).map(CertificateParts.purposes)
            subjectKeyIdentifier = try parts.value(.subjectKeyIdentifier)
                .map(CertificateParts.subjectKeyIdentifier)
            authorityKeyIdentifier = try parts.value(.authorityKeyIdentifier)
                .flatMap(CertificateParts.authorityKeyIdentifier)
        } catch {
            throw .extensionMalformed(error)
        }
        do throws(CryptographyError) {
            sha256 = try SHA256.digest(der)
        } catch {
            throw .digest
        }
        self.der = der
        version = parts.version
        serial = parts.serial
        signatureAlgorithm = parts.algorithm
        signatureAlgorithmsAgree = parts.algorithmsAgree
        issuer = parts.issuer
        subject = parts.subject
        commonNames = parts.commonNames
        notBefore = parts.notBefore
        notAfter = parts.notAfter
        key = parts.key
        extensions = parts.extensions
    }

    /// Whether `time` is within both limits, which belong to it (RFC 5280, 4.1.2.5).
    package func isValid(at time: UnixTime) -> Bool { notBefore <= time && time <= notAfter }

    /// Whether an extension with this identifier is there.
    package func has(_ identifier: ObjectIdentifier) -> Bool {
        extensions.contains { $0.identifier == identifier }
    }
}
