internal import Foundation

/// Base64 with exactly one spelling for each byte string.
package enum Base64 {
    /// RFC 4648, section 4, padded.
    package static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// RFC 4648, section 5, without padding.
    package static func encodeURL(_ bytes: [UInt8]) -> String {
        encode(bytes).replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// The bytes of `text`, if it is what `encode` would have written for them.
    package static func decode(_ text: String) -> [UInt8]? {
        guard let bytes = Data(base64Encoded: text).map(Array.init), encode(bytes) == text else { return nil }
        return bytes
    }

    /// The bytes of `text`, if it is what `encodeURL` would have written for them.
    package static func decodeURL(_ text: some StringProtocol) -> [UInt8]? {
        let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: standard + padding).map(Array.init), encodeURL(bytes) == text
        else { return nil }
        return bytes
    }
}

extension [UInt8] {
    /// Lower-case hexadecimal.
    package var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The bytes of hexadecimal text in either case; nil for anything else.
    init?(hexadecimal text: some StringProtocol) {
        let digits = text.map { $0.isASCII ? $0.hexDigitValue : nil }
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0]! << 4 | digits[$0 + 1]!) }
    }
}
