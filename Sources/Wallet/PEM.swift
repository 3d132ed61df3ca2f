internal import Foundation

/// The text form of certificates.
package enum PEM {
    /// A certificate between its two lines, 64 characters of base64 a line.
    package static func certificate(_ der: [UInt8]) -> String {
        let base64 = Array(Data(der).base64EncodedString())
        let lines = stride(from: 0, to: base64.count, by: 64).map { start in
            String(base64[start..<min(start + 64, base64.count)])
        }
        return (["-----BEGIN CERTIFICATE-----"] + lines + ["-----END CERTIFICATE-----", ""])
            .joined(separator: "\n")
    }

    /// Every certificate in `text`, as DER, in order; text between them is passed over.
    package static func certificates(in text: String) throws(WalletError) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var rest = text[...]
        while let start = rest.range(of: "-----BEGIN CERTIFICATE-----") {
            guard
                let end = rest.range(of: "-----END CERTIFICATE-----", range: start.upperBound..<rest.endIndex)
            else { throw .malformed("a PEM certificate without an end") }
            let base64 = rest[start.upperBound..<end.lowerBound].filter { !$0.isWhitespace }
            guard let der = Data(base64Encoded: String(base64)) else { throw .malformed("base64 in PEM") }
            found.append(Array(der))
            rest = rest[end.upperBound...]
        }
        return found
    }
}

extension SimulatedPKI {
    package var rootPEM: String { PEM.certificate(root) }
    package var intermediatePEM: String { PEM.certificate(intermediate) }
    package var leafPEM: String { PEM.certificate(leaf) }
}
